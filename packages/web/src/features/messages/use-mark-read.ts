import type { ConversationId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { markRead } from '../../api/conversations.ts';

const gatheredMs = 500;

export interface MarkReadInput {
  readonly conversationId: ConversationId;
  /** The `seq` of the room's newest message. */
  readonly lastSeq: number;
  /** The newest `seq` that the server knows as read. */
  readonly readSeq: number;
  readonly isAtEnd: boolean;
}

/** Marks the room as read up to its last message, once it is on the screen: at the end, in a visible tab. */
export function useMarkRead({ conversationId, lastSeq, readSeq, isAtEnd }: MarkReadInput): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
  const isUnread = lastSeq > readSeq;

  useEffect(() => {
    if (!isVisible || !isAtEnd || !isUnread) return;
    // The answer often follows the question immediately; waiting combines both marks in one call.
    const timer = setTimeout(() => {
      // After a failure, the next read of the list shows the badge again.
      markRead(client, conversationId, lastSeq).catch(() => undefined);
    }, gatheredMs);
    return () => clearTimeout(timer);
  }, [client, conversationId, lastSeq, isAtEnd, isVisible, isUnread]);
}

function subscribeToVisibility(reader: () => void): () => void {
  document.addEventListener('visibilitychange', reader);
  return () => document.removeEventListener('visibilitychange', reader);
}
