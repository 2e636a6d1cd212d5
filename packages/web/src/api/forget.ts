import type { ConversationId, FoundMessage, Message, MessageId, UserId } from '@parley/protocol';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { FirstWords } from './first-words.ts';
import { decode, encode } from './kept/kept-parts.ts';
import { keptPerson } from './kept/kept-person.ts';
import { readKeptPart, replaceKeptPart } from './kept/kept-store.ts';
import { readMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';
import { noteChanged } from './room-list.ts';
import type { SettledMessage } from './room-messages.ts';

type FoundPages = InfiniteData<{ readonly items: readonly FoundMessage[] }>;

const [foundKey, foundMessagesKey] = queryKeys.foundMessages('');
const [roomSearchKey] = queryKeys.roomSearch('cnv_', '');
const [roomFilesKey] = queryKeys.roomFiles('cnv_', null);

/** Forgets the earlier text and files of a message in lists of rooms, files and search results. */
export function forgetEarlier(
  client: QueryClient,
  { before, after }: { readonly before: SettledMessage; readonly after: SettledMessage },
): void {
  noteChanged(client, after);
  forgetCopies(client, after);
  if (hasFile(before)) void client.invalidateQueries({ queryKey: [roomFilesKey, after.conversationId] });
}

/**
 * Does the same for a message that the cache of its room does not hold. Reads the message only if a search result, a notification, the
 * first words of a room or the store of this browser has its text.
 */
export async function forgetElsewhere(
  client: QueryClient,
  userId: UserId,
  { conversationId, messageId }: Pick<Message, 'conversationId' | 'messageId'>,
): Promise<void> {
  void client.invalidateQueries({ queryKey: [roomFilesKey, conversationId] });
  const isKept = keptPerson() === userId && (await keepsMessage(userId, conversationId, messageId));
  if (!isKept && !hasCopy(client, conversationId, messageId)) return;
  const message = await readMessage(conversationId, messageId);
  noteChanged(client, message);
  forgetCopies(client, message);
  if (isKept) await replaceKept(userId, message);
}

function forgetCopies(client: QueryClient, message: Message): void {
  const { conversationId, messageId, deleted } = message;
  for (const [queryKey] of searchesWith(client, messageId)) {
    if (!deleted) void client.invalidateQueries({ queryKey, exact: true });
    else client.setQueryData<FoundPages>(queryKey, (found) => found && without(found, messageId));
  }
  const notified = queryKeys.notified(conversationId, messageId);
  client.setQueryData<Message>(notified, (known) => known && message);
  const first = queryKeys.firstWords(conversationId);
  if (client.getQueryData<FirstWords | null>(first)?.messageId !== messageId) return;
  client.setQueryData(first, null);
  void client.invalidateQueries({ queryKey: first });
}

function hasCopy(client: QueryClient, id: ConversationId, messageId: MessageId): boolean {
  return (
    searchesWith(client, messageId).length > 0 ||
    client.getQueryData(queryKeys.notified(id, messageId)) !== undefined ||
    client.getQueryData<FirstWords | null>(queryKeys.firstWords(id))?.messageId === messageId
  );
}

function searchesWith(client: QueryClient, messageId: MessageId) {
  const all = [[foundKey, foundMessagesKey], [roomSearchKey]].flatMap((queryKey) =>
    client.getQueriesData<FoundPages>({ queryKey }),
  );
  return all.filter(([, found]) =>
    found?.pages.some(({ items }) => items.some((item) => item.messageId === messageId)),
  );
}

function without(found: FoundPages, messageId: MessageId): FoundPages {
  const pages = found.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.messageId !== messageId),
  }));
  return { ...found, pages };
}

async function keepsMessage(userId: UserId, id: ConversationId, messageId: MessageId): Promise<boolean> {
  const part = await readKeptPart(userId, id).catch(() => undefined);
  if (!part) return false;
  return (decode(part.json) as readonly SettledMessage[]).some((message) => message.messageId === messageId);
}

async function replaceKept(userId: UserId, message: Message): Promise<void> {
  const part = await readKeptPart(userId, message.conversationId);
  if (!part || keptPerson() !== userId) return;
  const messages = (decode(part.json) as readonly SettledMessage[]).map((each) =>
    each.messageId === message.messageId ? message : each,
  );
  await replaceKeptPart(userId, { ...part, json: encode(messages) });
}

function hasFile({ blocks }: Message): boolean {
  return blocks.some((block) => 'asset_id' in block || 'image_asset_id' in block);
}
