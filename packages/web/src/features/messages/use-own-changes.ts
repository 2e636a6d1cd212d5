import type { ConversationId, MessageId, UserId } from '@parley/protocol';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo } from 'react';
import { useDeleting } from '../../api/deleting.ts';
import { useBegunEdit, useEdited } from '../../api/edit-drafts.ts';
import type { TimelineRow } from './timeline.ts';

export interface OwnChanges {
  /** The messages that the user is editing. */
  readonly editing: ReadonlySet<string>;
  /** The messages that this tab deletes in a moment. */
  readonly deleting: ReadonlySet<MessageId>;
}

/** Returns the messages of a room that the user is changing. */
export function useOwnChanges(userId: UserId, id: ConversationId): OwnChanges {
  const ids = useEdited(userId, id);
  const deleting = useDeleting();
  return useMemo(() => ({ editing: new Set(ids.split(' ')), deleting }), [ids, deleting]);
}

/** Scrolls to the message whose edit the user has just begun, if it is not in the page. */
export function useShownEdit(
  rows: readonly TimelineRow[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  toRow: (index: number) => void,
): void {
  const messageId = useBegunEdit()?.messageId;
  useEffect(() => {
    if (messageId === undefined) return;
    const index = rows.findIndex(({ key }) => key === messageId);
    if (index >= 0 && !virtualizer.getVirtualItems().some((item) => item.index === index)) toRow(index);
    // Only a new edit scrolls.
  }, [messageId]);
}
