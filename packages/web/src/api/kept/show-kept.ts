import type { ConversationId, ListedConversation, User } from '@parley/protocol';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { FirstWords } from '../first-words.ts';
import { queryKeys } from '../query-keys.ts';
import { withNewestPage } from '../room-messages.ts';
import type { RoomMessages, SettledMessage } from '../room-messages.ts';
import { keptPerson } from './kept-person.ts';
import { buildName, decode, firstWordsPart, keptBounds, listPart, personPart } from './kept-parts.ts';
import { readKept } from './kept-store.ts';

/** How long stored rooms stay in memory, for a tab that stays open offline. */
const heldForMs = 24 * 3_600_000;

/**
 * Fills the cache with the stored data of the last signed-in person, for queries that have no data. The data count as stale, so they are
 * read again once the server is reachable. Once the server has confirmed the signed-in person, only that person's data are used.
 */
export async function showKept(client: QueryClient): Promise<void> {
  const userId = keptPerson();
  if (userId === null) return;
  const since = Date.now() - keptBounds.ageMs;
  const parts = (await readKept(userId)).filter(({ at, build }) => at > since && build === buildName());
  const valueOf = (name: string) => {
    const part = parts.find((each) => each.name === name);
    return part && decode(part.json);
  };
  const person = valueOf(personPart) as User | undefined;
  if (person?.userId !== userId || keptPerson() !== userId) return;
  const known = client.getQueryData<User | null>(queryKeys.session);
  if (known !== undefined && known?.userId !== userId) return;

  // Rooms come first, because the app shows them as soon as it has the person.
  const rooms = valueOf(listPart) as ListedConversation[] | undefined;
  if (rooms) put(client, queryKeys.conversations, rooms);
  const firstWords = (valueOf(firstWordsPart) ?? []) as readonly (readonly [ConversationId, FirstWords])[];
  for (const [id, words] of firstWords) put(client, queryKeys.firstWords(id), words);
  for (const { name, json } of parts) {
    if (name.startsWith('cnv_')) put(client, queryKeys.messages(name as ConversationId), pageOf(decode(json)));
  }
  if (known !== undefined) return;
  put(client, queryKeys.session, person);
  // Otherwise the session would never become stale.
  await client.invalidateQueries({ queryKey: queryKeys.session, refetchType: 'none' });
}

function pageOf(messages: unknown): RoomMessages {
  const kept = messages as readonly SettledMessage[];
  return { ...withNewestPage(undefined, kept), kept };
}

function put(client: QueryClient, queryKey: QueryKey, data: unknown): void {
  const query = client.getQueryCache().build(client, { queryKey, gcTime: heldForMs });
  if (query.state.data === undefined) client.setQueryData(queryKey, data, { updatedAt: 0 });
}
