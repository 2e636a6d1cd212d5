import type { ConversationId, UserId } from '@parley/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { deleteOutgoing } from './outgoing-store.ts';

/** The prefix of a person's drafts, so that another person who signs in here does not see them. */
const draftPrefix = 'parley-draft-';
/** The prefix of one person's drafts: a room's is below the room's id, that of an edit below `<room>/<message>`, that of a form below `form/`. */
export const prefixOf = (userId: UserId) => `${draftPrefix}${userId}-`;
const readers = new Set<() => void>();

/** Returns the unsent text of a room, stored in this browser. */
export function readDraft(userId: UserId, id: ConversationId): string {
  return localStorage.getItem(prefixOf(userId) + id) ?? '';
}

/** Stores the unsent text; an empty text removes it. */
export function writeDraft(userId: UserId, id: ConversationId, text: string): void {
  if (text === '') localStorage.removeItem(prefixOf(userId) + id);
  else localStorage.setItem(prefixOf(userId) + id, text);
  for (const reader of readers) reader();
}

/** Returns a room's draft and a function to change it. */
export function useDraft(userId: UserId, id: ConversationId): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readDraft(userId, id));
  return [text, useCallback((next: string) => writeDraft(userId, id, next), [userId, id])];
}

/** Returns how many drafts a person has: unsent texts, open edits and half-filled forms. */
export function countDrafts(userId: UserId): number {
  return draftKeys(userId).length;
}

/** Deletes the drafts of all other people, because this person has signed in. Their unsent messages stay in their outboxes. */
export function sweepDrafts(userId: UserId): void {
  const own = prefixOf(userId);
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix) && !key.startsWith(own));
  for (const key of drafts) localStorage.removeItem(key);
}

/** Deletes everything that a person wrote and did not send. */
export function forgetWords(userId: UserId): void {
  for (const key of draftKeys(userId)) localStorage.removeItem(key);
  for (const reader of readers) reader();
  deleteOutgoing(userId);
}

function draftKeys(userId: UserId): string[] {
  const prefix = prefixOf(userId);
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  window.addEventListener('storage', reader);
  return () => {
    readers.delete(reader);
    window.removeEventListener('storage', reader);
  };
}
