import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { openConversation } from '../../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { indexOld } from '../../transcript/word-queries.ts';

interface Told {
  readonly room: number;
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** The first conversation has more messages than one scan covers. */
const sizes = [3_000, 600, 40];
const vocabulary = ['river', 'rivet', 'stone'];
const rooms: string[] = [];
const told: Told[] = [];
let server: TestServer;
let ada: Person;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  const ben = await signUp(server);
  const { db } = server.app.storage;
  for (const [room, size] of sizes.entries()) {
    rooms.push(await openConversation(ada, null, [ben]));
    const own = Array.from({ length: size }, (_, n) => message(room, n, size));
    told.push(...own);
    await sql`
      insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, proactive, created_at)
      select t.id, ${rooms[room]}, t.seq, 'user', ${ben.userId}, t.body, '[]', false, t.at
      from unnest(${own.map((each) => each.id)}::text[], ${own.map((each) => each.text)}::text[],
                  ${own.map((each) => new Date(each.at))}::timestamptz[]) with ordinality as t (id, body, at, seq)`.execute(
      db,
    );
    await sql`
      update conversations set last_seq = ${size}, last_message_at = ${new Date(Math.max(...own.map((each) => each.at)))}
      where conversation_id = ${rooms[room]}`.execute(db);
  }
  await indexOld(server.app.storage, new Date('2100-01-01'), told.length + 1);
}, 120_000);
afterAll(() => server.stop());

/**
 * Three messages of each conversation share a time, so that ids decide the order. `ancient` is frequent, but only in
 * the oldest.
 */
function message(room: number, n: number, size: number): Told {
  const words = vocabulary.filter((_, place) => (n * 7 + room + place * 3) % (place + 2) === 0);
  if (n < size / 10) words.push('ancient');
  if (n % 500 === 11) words.push('seldom');
  const id = `msg_01ARZ3NDEK${String(room)}${String(n).padStart(15, '0')}`;
  return { room, id, at: Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000, text: ['word', ...words].join(' ') };
}

/** Returns the ids of all pages. */
async function paged(q: string, room: number | null, limit: number): Promise<string[]> {
  const ids: string[] = [];
  const among = room === null ? '' : `&conversationId=${rooms[room]}`;
  for (let cursor = ''; ;) {
    const { status, body } = await ada.get(
      `/v1/search/messages?q=${encodeURIComponent(q)}&limit=${limit}${among}${cursor}`,
    );
    expect(status).toBe(200);
    ids.push(...body.items.map(({ messageId }: { messageId: string }) => messageId));
    if (body.nextCursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

/** Finds the same ids by comparing every message. */
function naive(q: string, room: number | null): string[] {
  const asked = q.split(' ');
  const has = (text: string) =>
    asked.every((word, place) =>
      text.split(' ').some((each) => (place === asked.length - 1 ? each.startsWith(word) : each === word)),
    );
  return told
    .filter((each) => (room === null || each.room === room) && has(each.text))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

describe('§11 search for a common word', () => {
  it.each([
    ['word', null],
    ['word', 1],
    ['riv', null],
    ['river stone', null],
    ['ancient', null],
    ['ancient', 0],
    ['seldom', null],
    ['ancient sel', null],
    ['riv stone', null],
  ])(
    'pages through all that a naive search finds, in its order: %s in %s',
    async (q, room) => {
      expect(await paged(q, room, 100)).toEqual(naive(q, room));
    },
    60_000,
  );
});
