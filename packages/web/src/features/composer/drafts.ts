import type { ConversationId } from '@parley/protocol';

const keyOf = (id: ConversationId) => `parley-draft-${id}`;

/** What was typed in a room and not sent, kept in this tab. */
export function readDraft(id: ConversationId): string {
  return sessionStorage.getItem(keyOf(id)) ?? '';
}

/** Keeps what is typed; an empty text keeps nothing. */
export function writeDraft(id: ConversationId, text: string): void {
  if (text === '') sessionStorage.removeItem(keyOf(id));
  else sessionStorage.setItem(keyOf(id), text);
}
