import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import { explainEach } from '../../testing/explain.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import { termsOf } from '../../transcript/units.ts';
import { findCandidates } from '../../transcript/word-queries.ts';

const conversations = 100;
/** The ids of conversations in the order of their making; the end of each is all its own. */
const conversation = (n: number) => `cnv_01ARZ3NDEKTSV4RRFF${String(n).padStart(6, '0')}` as ConversationId;
const rowsOf = { 'the embedded database': 10_000 } as Readonly<Record<string, number>>;

describe.each(migratedDatabases)('a search of very many messages in $name', ({ name, skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  const count = rowsOf[name] ?? 100_000;
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    const { db } = database.nodes[0];
    // Each says `all`, one word of a thousand, and one of its own.
    await sql`
      insert into message_words (message_id, conversation_id, created_at, words)
      select 'msg' || lpad(n::text, 9, '0'), 'cnv_01ARZ3NDEKTSV4RRFF' || r, '2026-01-01Z'::timestamptz + n * interval '1 second',
             (r || 'all ' || r || 'some' || n % 1000 || ' ' || r || 'only' || n)::tsvector
      from generate_series(1, ${sql.lit(count)}) n, lateral (select lpad((n % ${sql.lit(conversations)})::text, 6, '0') as r) x`.execute(
      db,
    );
    await sql`vacuum analyze message_words`.execute(db);
    // As every connection to PostgreSQL has it: a table of a few rows is rightly read whole, and says nothing of a large one.
    await sql`set enable_seqscan = off`.execute(db);
  }, 120_000);
  afterAll(() => database.close());

  const explained = async (query: string, among: readonly ConversationId[]) => {
    const lookups = among.map((conversationId) => ({
      conversationId,
      query: writeQuery(conversationId, termsOf(query), ['everyone']),
      ownerQuery: writeQuery(conversationId, termsOf(query), ['everyone', 'owner']),
    }));
    const find = (db: SharedDatabase['nodes'][0]['db']) =>
      findCandidates(db, { lookups, userId: 'usr', below: null, limit: 51 });
    const found = await find(database.nodes[0].db);
    const [plan] = await explainEach(database.nodes[0], find);
    return { found: found.length, pages: plan?.pages ?? Infinity, steps: plan?.steps ?? [] };
  };

  it.each([
    ['a word of one message', 'only7 al', 1],
    ['a word of few', 'some7', 51],
    ['the beginning of many', 'onl', 51],
  ])('asks the index for %s in one room, and reads no other', async (_what, query, most) => {
    const { found, pages, steps } = await explained(query, [conversation(7)]);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThanOrEqual(most);
    expect(steps).toContain('Bitmap Index Scan');
    expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    // All of the conversation's thousand messages at most, of a hundred thousand.
    expect(pages).toBeLessThan(1_000 + 500);
  });

  it('asks it for each of a hundred rooms', async () => {
    const { found, pages, steps } = await explained(
      'only77',
      Array.from({ length: conversations }, (_, n) => conversation(n)),
    );
    expect(found).toBeGreaterThan(0);
    expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    expect(pages).toBeLessThan(30 * conversations);
  });
});
