import type { ConversationId, Message, MessageId, UserId } from '@parley/protocol';
import { useCallback, useSyncExternalStore } from 'react';
import { prefixOf } from './drafts.ts';

/** The person who edits, and the message. */
export interface EditPlace extends Pick<Message, 'conversationId' | 'messageId'> {
  readonly userId: UserId;
}

const keyOf = ({ userId, conversationId, messageId }: EditPlace) => `${prefixOf(userId)}${conversationId}/${messageId}`;
const readers = new Set<() => void>();

/** Returns the text of an open edit, stored in this browser; null if the message is not being edited. */
export function readEditDraft(place: EditPlace): string | null {
  return localStorage.getItem(keyOf(place));
}

/** Stores the text of an edit, which opens it; null closes it. */
export function writeEditDraft(place: EditPlace, text: string | null): void {
  if (text === null) localStorage.removeItem(keyOf(place));
  else localStorage.setItem(keyOf(place), text);
  for (const reader of readers) reader();
}

/** Returns the text of an edit and a function to change it. */
export function useEditDraft(place: EditPlace): readonly [string | null, (text: string | null) => void] {
  const { userId, conversationId, messageId } = place;
  const text = useSyncExternalStore(subscribe, () => readEditDraft(place));
  const change = useCallback(
    (next: string | null) => writeEditDraft({ userId, conversationId, messageId }, next),
    [userId, conversationId, messageId],
  );
  return [text, change];
}

/** Returns the ids of the messages of a room that are being edited, separated by spaces. */
export function useEdited(userId: UserId, id: ConversationId): string {
  return useSyncExternalStore(subscribe, () => {
    const prefix = `${prefixOf(userId)}${id}/`;
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys
      .map((key) => key.slice(prefix.length))
      .sort()
      .join(' ');
  });
}

/** An edit that the user began in this tab: it takes the focus, and gives it back to `from`. */
export interface BegunEdit {
  readonly messageId: MessageId;
  readonly from: 'composer' | 'message';
}

let begun: BegunEdit | null = null;

/** Opens the edit of a message with its present text, unless it is open already. */
export function beginEdit(place: EditPlace, text: string, from: BegunEdit['from']): void {
  begun = { messageId: place.messageId, from };
  writeEditDraft(place, readEditDraft(place) ?? text);
}

/** Returns the edit that was begun last and has not taken the focus yet. */
export function useBegunEdit(): BegunEdit | null {
  return useSyncExternalStore(subscribe, () => begun);
}

/** Returns the begun edit if it is of this message, once. */
export function takeBegunEdit(messageId: MessageId): BegunEdit | null {
  if (begun?.messageId !== messageId) return null;
  const taken = begun;
  begun = null;
  for (const reader of readers) reader();
  return taken;
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  window.addEventListener('storage', reader);
  return () => {
    readers.delete(reader);
    window.removeEventListener('storage', reader);
  };
}
