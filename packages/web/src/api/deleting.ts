import type { Message, MessageId, UserId } from '@parley/protocol';
import { useSyncExternalStore } from 'react';

/** Messages that this tab deletes in a moment, or has deleted. */
let deleting: ReadonlySet<MessageId> = new Set();
const readers = new Set<() => void>();

/** Returns the messages that look deleted although the server may not know of it yet. */
export function useDeleting(): ReadonlySet<MessageId> {
  return useSyncExternalStore(subscribe, () => deleting);
}

/** Returns whether this tab deletes the message, so that its user knows of it. */
export function isDeletedHere(messageId: MessageId): boolean {
  return deleting.has(messageId);
}

/** Makes a message look deleted, or no longer. */
export function markDeleting(messageId: MessageId, isDeleting: boolean): void {
  const next = new Set(deleting);
  if (isDeleting) next.add(messageId);
  else next.delete(messageId);
  deleting = next;
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** A deletion that this browser has not got an answer to. */
export interface KeptDeletion extends Pick<Message, 'conversationId' | 'messageId'> {
  /** When the user chose it, in milliseconds. */
  readonly at: number;
}

const keyOf = (userId: UserId) => `parley-deleting-${userId}`;

/** Returns the deletions of a person that this browser has stored. */
export function keptDeletions(userId: UserId): readonly KeptDeletion[] {
  return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as readonly KeptDeletion[];
}

/** Stores a deletion with its time; null removes it. */
export function keepDeletion(
  userId: UserId,
  { conversationId, messageId }: Pick<Message, 'conversationId' | 'messageId'>,
  at: number | null,
): void {
  const others = keptDeletions(userId).filter((each) => each.messageId !== messageId);
  const all = at === null ? others : [...others, { conversationId, messageId, at }];
  if (all.length === 0) localStorage.removeItem(keyOf(userId));
  else localStorage.setItem(keyOf(userId), JSON.stringify(all));
}
