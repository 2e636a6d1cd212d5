import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { explainEach } from '../../../testing/explain.ts';
import { writeQuery } from '../../transcript/lexemes.ts';
import { termsOf } from '../../transcript/units.ts';
import { findCandidates, walkMax, type Place } from '../../transcript/candidate-queries.ts';

const conversations = 100;
/** Returns conversation ids in the order of creation. The end of each id is unique. */
const conversation = (n: number) => `cnv_01ARZ3NDEKTSV4RRFF${String(n).padStart(6, '0')}` as ConversationId;
const rowsOf = { 'the embedded database': 10_000 } as Readonly<Record<string, number>>;

describe.each(migratedDatabases)('a search of very many messages in $name', ({ name, skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  const count = rowsOf[name] ?? 100_000;
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    const { db } = database.nodes[0];
    // Each message contains `all`, one word of a thousand, and a unique word.
    await sql`
      insert into message_words (message_id, conversation_id, created_at, words)
      select 'msg' || lpad(n::text, 9, '0'), 'cnv_01ARZ3NDEKTSV4RRFF' || r, '2026-01-01Z'::timestamptz + n * interval '1 second',
             (r || 'all ' || r || 'some' || n % 1000 || ' ' || r || 'only' || n)::tsvector
      from generate_series(1, ${sql.lit(count)}) n, lateral (select lpad((n % ${sql.lit(conversations)})::text, 6, '0') as r) x`.execute(
      db,
    );
    // One conversation is as large as all of these together. Each message contains `all`, the oldest 2,000 `ancient`.
    await sql`
      insert into message_words (message_id, conversation_id, created_at, words)
      select 'msh' || lpad(n::text, 9, '0'), 'cnv_01ARZ3NDEKTSV4RRFF000999', '2026-01-01Z'::timestamptz + n * interval '1 second',
             ('000999all' || case when n < 2000 then ' 000999ancient' else '' end)::tsvector
      from generate_series(1, ${sql.lit(count)}) n`.execute(db);
    await sql`vacuum analyze message_words`.execute(db);
    // Without sequential scans: for a table of a few rows a scan is the right plan, which would prove nothing about a
    // large one.
    await sql`set enable_seqscan = off`.execute(db);
  }, 120_000);
  afterAll(() => database.close());

  const explained = async (query: string, among: readonly ConversationId[], below: Place | null = null) => {
    const lookups = among.map((conversationId) => ({
      conversationId,
      query: writeQuery(conversationId, termsOf(query), ['everyone']),
      ownerQuery: writeQuery(conversationId, termsOf(query), ['everyone', 'owner']),
    }));
    const find = (db: SharedDatabase['nodes'][0]['db']) =>
      findCandidates(db, { lookups, userId: 'usr', below, limit: 51 });
    const { found, floor } = await find(database.nodes[0].db);
    const plans = await explainEach(database.nodes[0], find);
    const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
    return { found: found.length, floor, pages, steps: plans.flatMap((plan) => plan.steps) };
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
    // At most the thousand messages of the conversation, out of a hundred thousand.
    expect(pages).toBeLessThan(1_000 + 500);
  });

  it.each([
    ['its newest', null],
    ['what is below a far place', ['2026-01-01T01:00:00.000Z', ''] as const],
  ])('reads a page of a word that a very large room always says: %s', async (_what, below) => {
    const { found, floor, pages, steps } = await explained('all', [conversation(999)], below);
    expect([found, floor]).toEqual([51, null]);
    expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
    expect(pages).toBeLessThan(400);
  });

  it('walks so far and no further for a common word that was said long ago', async () => {
    const { found, floor, pages } = await explained('ancient', [conversation(999)]);
    expect(found).toBe(0);
    expect(floor).not.toBeNull();
    expect(pages).toBeLessThan(walkMax);
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
