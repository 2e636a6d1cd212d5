import type { ConversationId } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { markRead } from '../../api/conversations.ts';

const gatheredMs = 500;

export interface MarkReadInput {
  readonly conversationId: ConversationId;
  /** The newest message there is. */
  readonly lastSeq: number;
  /** How far the server knows the reader to have read. */
  readonly readSeq: number;
  readonly isAtEnd: boolean;
}

/** Tells the server that the room has been read up to its last message, once that can be seen: at the end, in a visible tab. */
export function useMarkRead({ conversationId, lastSeq, readSeq, isAtEnd }: MarkReadInput): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
  const isUnread = lastSeq > readSeq;

  useEffect(() => {
    if (!isVisible || !isAtEnd || !isUnread) return;
    // The answer often follows the question at once, and one call tells of both.
    const timer = setTimeout(() => {
      // A failure leaves the badge to come back with the next reading of the list.
      markRead(client, conversationId, lastSeq).catch(() => undefined);
    }, gatheredMs);
    return () => clearTimeout(timer);
  }, [client, conversationId, lastSeq, isAtEnd, isVisible, isUnread]);
}

function subscribeToVisibility(reader: () => void): () => void {
  document.addEventListener('visibilitychange', reader);
  return () => document.removeEventListener('visibilitychange', reader);
}
