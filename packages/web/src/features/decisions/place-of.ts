import type { ConversationId } from '@parley/protocol';
import { paths } from '../../navigation/paths.ts';
import type { InboxItem } from './inbox-items.ts';

/** Returns the address of an item: of its message if known, else of its room; null without either. */
export function placeOf(item: InboxItem): string | null {
  const conversationId = roomOf(item);
  if (item.kind === 'waiting' && item.item.kind === 'access') return paths.agent(item.item.agentId);
  const messageId = item.notes.find((note) => note.messageId !== null)?.messageId ?? null;
  if (conversationId === null) return null;
  return messageId === null ? paths.room(conversationId) : paths.message(conversationId, messageId);
}

/** Returns the room of an item; null if it belongs to no room. */
export function roomOf(item: InboxItem): ConversationId | null {
  if (item.kind === 'question') return item.approval.conversationId;
  if (item.kind === 'news') return item.conversationId;
  return 'conversationId' in item.item ? item.item.conversationId : null;
}
