import type { AgentId, DeliveryStatus } from '@parley/protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { explainEach } from '../../../testing/explain.ts';
import { listDeliveries } from './log-queries.ts';

/** The kinds of deliveries, and the status of each in the log. */
const kinds = {
  pending: 'pending',
  retrying: 'failed',
  dead: 'failed',
  withdrawn: 'failed',
  delivered: 'delivered',
} as const;
type Kind = keyof typeof kinds;
const everyKind = Object.keys(kinds) as Kind[];
const statuses: (DeliveryStatus | null)[] = ['pending', 'failed', 'delivered', null];

const few = 30;
const many = 6_000;
const limit = 20;

describe.each(migratedDatabases)('the delivery log in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
    // One agent for each kind: a few deliveries of all kinds, then very many of the one.
    for (const most of everyKind) {
      for (const kind of everyKind) await insert(most, kind, `1${kind}`, few);
      await insert(most, most, '2', many);
    }
    await sql`vacuum analyze deliveries, delivery_attempts, delivery_queue, failed_deliveries`.execute(
      database.nodes[0].db,
    );
  });
  afterAll(() => database.close());

  it.each(everyKind.flatMap((most) => statuses.map((status) => [status, most] as const)))(
    'finds a page of status %s by index, newest first, where nearly all are %s',
    async (status, most) => {
      const isBuried = status !== null && status !== kinds[most];
      const page = { agentId: most as string as AgentId, status, below: null, limit };
      const first = await listDeliveries(database.nodes[0].db, page);
      const second = await listDeliveries(database.nodes[0].db, { ...page, below: first.at(-1)?.delivery_id ?? null });
      const read = [...first, ...second];
      const expected = status === 'failed' ? [20, 20] : isBuried ? [20, 10] : [20, 20];
      expect([first.length, second.length]).toEqual(expected);
      if (status !== null) expect(new Set(read.map((row) => row.status))).toEqual(new Set([status]));
      const ids = read.map((row) => row.delivery_id);
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());

      const explained = await explainEach(database.nodes[0], (db) => listDeliveries(db, page));
      for (const { steps } of explained) expect(steps.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
      const pages = explained.map((statement) => statement.pages);
      // A few index lookups for each row of the page, or of a stretch of the log.
      expect(Math.max(...pages)).toBeLessThan(status === 'delivered' && isBuried ? 60_000 : 40 * (limit + few));
    },
  );

  async function insert(agent: string, kind: Kind, letter: string, count: number): Promise<void> {
    const { db } = database.nodes[0];
    const id = sql`${`dlv_${agent}_${letter}`} || lpad(n::text, 6, '0')`;
    const all = sql`generate_series(1, ${count}::int) n`;
    await sql`
      insert into deliveries (delivery_id, agent_id, conversation_id, event, user_id, human_origin, hop, body, created_at, ended_as)
      select ${id}, ${agent}, 'room', 'message.created', 'user', true, 0, 'body'::bytea, now(),
             ${kind === 'withdrawn' ? 'failed' : null}
      from ${all}`.execute(db);
    if (kind === 'pending' || kind === 'retrying') {
      await sql`
        insert into delivery_queue (delivery_id, agent_id, conversation_id, attempt_count, next_attempt_at)
        select ${id}, ${agent}, 'room', ${kind === 'retrying' ? 1 : 0}::int, now() + interval '1 day' from ${all}`.execute(
        db,
      );
    }
    if (kind === 'pending' || kind === 'withdrawn') return;
    await sql`
      insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, outcome)
      select ${id}, 1, now(), 1, ${kind === 'delivered' ? 'delivered' : 'timeout'} from ${all}`.execute(db);
  }
});
