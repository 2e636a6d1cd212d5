import type { ListedConversation, User, UserId } from '@parley/protocol';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { FirstWords } from '../first-words.ts';
import { queryKeys } from '../query-keys.ts';
import { RequestError } from '../request.ts';
import type { RoomMessages } from '../room-messages.ts';
import { deleteKept, keepPerson, keptPerson } from './kept-person.ts';
import {
  buildName,
  encode,
  firstWordsPart,
  keptBounds,
  keptFirstWords,
  keptList,
  keptPage,
  listPart,
  personPart,
} from './kept-parts.ts';
import { changeKept } from './kept-store.ts';

const everyMs = 500;
/** The length at which the app stops reading the list; a list of this length may leave rooms out. */
const wholeListUnder = 1000;

/** The new bytes of a part; null removes the part, undefined leaves it unchanged. */
type Kept = Uint8Array | null | undefined;

/**
 * Stores a person's rooms in this browser for an offline start: the current cache first, then each update, at most twice a second. Removes
 * rooms that no longer exist. Returns a function that stops it.
 */
export function keepRooms(client: QueryClient, userId: UserId): () => void {
  const cache = client.getQueryCache();
  const changed = new Map<string, Query>();
  const before = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function note(query: Query): void {
    const name = nameOf(query);
    // Skips data that came from this store, and waits until the server has confirmed the signed-in person.
    const session = client.getQueryState(queryKeys.session);
    if (name === null || query.state.dataUpdatedAt === 0 || !session?.dataUpdatedAt || isOver) return;
    changed.set(name, query);
    timer ??= setTimeout(() => void keep(), everyMs);
  }

  async function keep(): Promise<void> {
    const parts = [...changed].filter(([name, query]) => before.get(name) !== valueOf(query));
    changed.clear();
    for (const [name, query] of parts) before.set(name, valueOf(query));
    // If the disk is full, the older parts stay; their messages show how old they are.
    if (parts.length > 0) await change(parts).catch(() => undefined);
    timer = changed.size > 0 && !isOver ? setTimeout(() => void keep(), everyMs) : undefined;
  }

  async function change(parts: readonly (readonly [string, Query])[]): Promise<void> {
    // Another tab may have ended the session.
    if (keptPerson() !== userId) return stop();
    const at = Date.now();
    const person = client.getQueryData<User>(queryKeys.session);
    const kept = parts.map(([name, query]) => [name, keptOf(client, name, query)] as const);
    const list = parts.find(([name]) => name === listPart)?.[1].state.data as readonly ListedConversation[] | undefined;
    await changeKept(userId, {
      // Writes the person each time, so that the person is never older than the rooms.
      put: [[personPart, person && encode(person)] as const, ...kept].flatMap(([name, json]) =>
        json ? [{ name, at, build: buildName(), json }] : [],
      ),
      remove: kept.flatMap(([name, json]) => (json === null ? [name] : [])),
      rooms: list && list.length < wholeListUnder ? new Set(list.map(({ conversationId }) => conversationId)) : null,
      since: at - keptBounds.ageMs,
      most: keptBounds.rooms,
    });
    // The session may have ended during the write.
    if (keptPerson() !== userId) {
      stop();
      deleteKept(userId);
    }
  }

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  }

  keepPerson(userId);
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === 'updated') note(query as Query);
  });
  for (const query of cache.getAll()) note(query);
  return stop;
}

/** Returns the name of the part that stores a query's data; null if the data are not stored. */
function nameOf({ queryKey: [first, second] }: Query): string | null {
  if (first === queryKeys.session[0]) return personPart;
  if (first === queryKeys.conversations[0]) return listPart;
  if (first === firstWordsKey) return firstWordsPart;
  return first === messagesKey && typeof second === 'string' ? second : null;
}

const [messagesKey] = queryKeys.messages('cnv_');
const [firstWordsKey] = queryKeys.firstWords(null);

/** Returns the value that a part is built from: the same value builds the same part. */
function valueOf({ queryKey: [first], state: { data, error } }: Query): unknown {
  if (isGone(error)) return null;
  // Drafts are not stored, so a growing draft changes nothing.
  return first === messagesKey ? (data as RoomMessages | undefined)?.settled : data;
}

function keptOf(client: QueryClient, name: string, { state: { data, error } }: Query): Kept {
  if (name === firstWordsPart) return keptFirstWords(firstWordsIn(client));
  if (isGone(error)) return null;
  if (name === personPart || !data) return undefined;
  return name === listPart ? keptList(data as readonly ListedConversation[]) : keptPage(data as RoomMessages);
}

function firstWordsIn(client: QueryClient): readonly (readonly [id: string, words: FirstWords])[] {
  return client
    .getQueriesData<FirstWords | null>({ queryKey: [firstWordsKey] })
    .flatMap(([[, id], words]) => (typeof id === 'string' && words ? [[id, words] as const] : []));
}

function isGone(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 403 || error.status === 404);
}
