import type { ListedConversation } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { loadAround } from '../../api/messages.ts';
import type { TimelineRow } from './timeline.ts';

export interface UnreadJump {
  /**
   * The number of messages that were unread when the room was opened, until the first of them has been on the screen; then 0.
   */
  readonly count: number;
  readonly jump: () => void;
}

export interface UnreadJumpInput {
  readonly room: ListedConversation;
  readonly rows: readonly TimelineRow[];
  /** The visible rows. */
  readonly range: Virtualizer<HTMLDivElement, Element>['range'];
  readonly toRow: (index: number) => void;
  /** The newest `seq` that was read when the room was opened; null if no message was unread. */
  readonly openedAt: number | null;
}

/** Scrolls to the first message that was unread when the room was opened. */
export function useUnreadJump({ room, rows, range, toRow, openedAt }: UnreadJumpInput): UnreadJump {
  const client = useQueryClient();
  const [unread] = useState(room.unreadCount);
  const [isSeen, setSeen] = useState(openedAt === null);
  const isWanted = useRef(false);
  const index = rows.findIndex(({ kind }) => kind === 'unread');

  useEffect(() => {
    if (index >= 0 && range && index >= range.startIndex && index <= range.endIndex) setSeen(true);
  }, [index, range]);

  useEffect(() => {
    if (!isWanted.current || index < 0) return;
    isWanted.current = false;
    toRow(index);
  }, [index, toRow]);

  function jump(): void {
    if (index >= 0) return toRow(index);
    if (openedAt === null) return;
    isWanted.current = true;
    // After a failed read the view stays where it is, and so does the button.
    loadAround(client, room.conversationId, openedAt + 1, room.lastMessage?.seq ?? 0).catch(() => {
      isWanted.current = false;
    });
  }

  return { count: isSeen ? 0 : unread, jump };
}
