import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/storage/storage.ts';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import { accepted, failed } from '../../carriers/attempt-result.ts';
import { claimDue } from './claim-queries.ts';
import { insertDeliveries } from '../enqueue-queries.ts';
import { makeDue } from '../fixtures/make-due.ts';
import { enqueuePlan } from '../fixtures/enqueue-plan.ts';
import { newDelivery } from '../fixtures/new-delivery.ts';
import { settle } from '../lease/settle-queries.ts';

describe.each(migratedDatabases)('many deliveries in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** Wraps the database and counts the statements. */
  const counting = () => {
    let statements = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return { db: database.nodes[0].db.withPlugin(plugin) as unknown as Db, statements: () => statements };
  };

  it.each([1, 300])('are claimed by one statement and settled by one, be they %i', async (count) => {
    const [storage] = database.nodes;
    const queued = Array.from({ length: count }, () => newDelivery());
    await storage.transaction((tx) =>
      insertDeliveries(tx, queued, enqueuePlan('b', Array<boolean>(count).fill(false))),
    );
    for (const { agentId } of queued) await makeDue(storage.db, agentId);
    const claiming = counting();
    const { claimed } = await claimDue(claiming.db, 'a', new Date(Date.now() + 60_000), count);
    expect([claimed.length, claiming.statements()]).toEqual([count, 1]);

    const settling = counting();
    const outcomes = claimed.map((delivery, place) => ({
      nodeId: 'a',
      delivery,
      result: place % 2 === 0 ? accepted : failed('timeout', 'It took too long.', true),
      settlement: { status: place % 2 === 0 ? ('delivered' as const) : ('failed' as const), nextAttemptAt: null },
      startedAt: new Date(),
      durationMs: 3,
    }));
    const counted = await settle(settling.db, outcomes);
    expect([counted.size, settling.statements()]).toEqual([count, 1]);
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from delivery_queue`.execute(storage.db);
    expect(rows[0]?.left).toBe(0);
  });
});
