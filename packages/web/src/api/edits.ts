import { limits, type ConversationId, type Message, type UserId } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { beginEdit } from './edit-drafts.ts';
import { heldMessages, loadNewest, putMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';

/** Returns whether a person may edit a message now. The server decides the same at the time of the edit. */
export function isEditable(message: Message, userId: UserId, nowMs: number): boolean {
  const { author, body, blocks, choice, deleted, partial, revision, createdAt } = message;
  const isText = body !== null && blocks.length === 0 && choice === null;
  const isOpen = revision < limits.editsMax && nowMs - Date.parse(createdAt) <= limits.editHours * 3_600_000;
  return author.id === userId && isText && isOpen && !deleted && !partial;
}

/** Stores a new text of a message, as its author. Throws if the server refuses it. */
export async function saveEdit(client: QueryClient, userId: UserId, message: Message, text: string): Promise<void> {
  const { conversationId, messageId } = message;
  const { item } = await call('editMessage', { params: { conversationId, messageId }, body: { text }, as: userId });
  putMessage(client, item);
}

/** Opens the edit of the person's last message in a room that may still be edited, if there is one. */
export async function editLast(client: QueryClient, userId: UserId, id: ConversationId): Promise<void> {
  if (heldMessages(client, id)?.reachesEnd === false) await loadNewest(client, id);
  const nowMs = Date.now();
  const message = heldMessages(client, id)?.settled.findLast((each) => isEditable(each, userId, nowMs));
  if (message) beginEdit({ ...message, userId }, message.body ?? '', 'composer');
}

/** Returns all versions of a message, the oldest first. */
export function useRevisions({ conversationId, messageId, revision }: Message) {
  return useQuery({
    queryKey: queryKeys.revisions(conversationId, messageId, revision),
    queryFn: async ({ signal }) =>
      (await call('listRevisions', { params: { conversationId, messageId }, signal })).items,
    gcTime: 0,
  });
}
