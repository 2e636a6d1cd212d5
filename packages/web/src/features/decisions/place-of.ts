import type { InboxItem } from './inbox-items.ts';

/** Where an item happened: at its message where that is known, else in its room; null where there is none. */
export function placeOf(item: InboxItem) {
  const conversationId = item.kind === 'question' ? item.approval.conversationId : item.conversationId;
  const messageId = item.notes.find((note) => note.messageId !== null)?.messageId ?? null;
  if (conversationId === null) return null;
  if (messageId === null) return { to: '/c/$conversationId', params: { conversationId } } as const;
  return { to: '/c/$conversationId/m/$messageId', params: { conversationId, messageId } } as const;
}
