import type { ConversationId, UserId } from '@parley/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { deleteOutgoing } from './outgoing-store.ts';

/** Where a person's drafts are, so that nobody else who signs in here sees them. */
const prefixOf = (userId: UserId) => `parley-draft-${userId}-`;
const readers = new Set<() => void>();

/** What was typed in a room and not sent, kept in this browser. */
export function readDraft(userId: UserId, id: ConversationId): string {
  return localStorage.getItem(prefixOf(userId) + id) ?? '';
}

/** Keeps what is typed; an empty text keeps nothing. */
export function writeDraft(userId: UserId, id: ConversationId, text: string): void {
  if (text === '') localStorage.removeItem(prefixOf(userId) + id);
  else localStorage.setItem(prefixOf(userId) + id, text);
  for (const reader of readers) reader();
}

/** A room's draft and how to change it. */
export function useDraft(userId: UserId, id: ConversationId): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readDraft(userId, id));
  return [text, useCallback((next: string) => writeDraft(userId, id, next), [userId, id])];
}

/** The rooms in which a person has typed something that is not sent. */
export function draftedRooms(userId: UserId): ConversationId[] {
  const prefix = prefixOf(userId);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length) as ConversationId);
}

/** Forgets everything that a person wrote and did not send. */
export function forgetWords(userId: UserId): void {
  for (const id of draftedRooms(userId)) writeDraft(userId, id, '');
  deleteOutgoing(userId);
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  window.addEventListener('storage', reader);
  return () => {
    readers.delete(reader);
    window.removeEventListener('storage', reader);
  };
}
