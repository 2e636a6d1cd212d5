import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { enqueuePlan } from './fixtures/enqueue-plan.ts';
import { newDelivery } from './fixtures/new-delivery.ts';
import { oldestWaitingAt } from './backlog-queries.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 9, 0, second));

describe.each(migratedDatabases)('the oldest delivery that waits for its agent in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() =>
    sql`truncate deliveries, delivery_queue, delivery_attempts, nodes restart identity cascade`.execute(db()),
  );

  const db = () => database.nodes[0].db;
  const insert = (seconds: readonly number[], { wanted = false, agentId = newId('agent') } = {}) =>
    database.nodes[0].transaction((tx) =>
      insertDeliveries(
        tx,
        seconds.map((second) => ({ ...newDelivery({ agentId }), createdAt: at(second) })),
        enqueuePlan(
          'one',
          seconds.map(() => wanted),
        ),
      ),
    );

  it('is none where nothing waits', async () => {
    await insert([1], { wanted: true });
    expect(await oldestWaitingAt(db())).toBeNull();
  });

  it('is found among all agents, whichever comes first', async () => {
    await insert([30, 40]);
    await insert([20, 50]);
    await insert([35]);
    expect(await oldestWaitingAt(db())).toEqual(at(20));
  });

  it('is not one of an agent that is paused', async () => {
    const agentId = newId('agent');
    await insert([10], { agentId });
    await insert([20]);
    await sql`update delivery_queue set held = 'paused' where agent_id = ${agentId}`.execute(db());
    expect(await oldestWaitingAt(db())).toEqual(at(20));
  });

  it('is looked for in a hundred agents, so that asking costs the same however many wait', async () => {
    for (let agents = 0; agents < 100; agents++) await insert([30]);
    await insert([1], { agentId: `agt_${'Z'.repeat(26)}` });
    expect(await oldestWaitingAt(db())).toEqual(at(30));
  });
});
