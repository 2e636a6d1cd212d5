import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import type { NewDelivery } from './delivery.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { enqueuePlan } from './fixtures/enqueue-plan.ts';
import { newDelivery } from './fixtures/new-delivery.ts';

describe.each(migratedDatabases)('a lane in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** Queues a delivery for a server that wants it. Resolves to whether that server holds it. */
  async function isMine(delivery: NewDelivery, node: string): Promise<boolean> {
    const placed = await database.nodes[0].transaction((tx) =>
      insertDeliveries(tx, [delivery], enqueuePlan(node, [true])),
    );
    return placed.get(delivery.deliveryId) === 'leased';
  }
  const end = (delivery: NewDelivery) =>
    sql`delete from delivery_queue where delivery_id = ${delivery.deliveryId}`.execute(database.nodes[0].db);

  it('is looked at from the first that waits in it, whoever has that in hand', async () => {
    const one = newDelivery();
    const inLane = () => newDelivery({ agentId: one.agentId, conversationId: one.conversationId });
    const [two, three, four] = [inLane(), inLane(), inLane()];
    expect(await isMine(one, 'a')).toBe(true);
    expect(await isMine(two, 'a')).toBe(true);
    // The delivery of another server blocks it, although all earlier ones have ended.
    await end(one);
    expect(await isMine(three, 'b')).toBe(false);
    for (const over of [two, three]) await end(over);
    expect(await isMine(four, 'b')).toBe(true);
  });

  it('is held up by the second that another server has in hand, behind one of this server’s', async () => {
    const one = newDelivery();
    const inLane = () => newDelivery({ agentId: one.agentId, conversationId: one.conversationId });
    expect(await isMine(one, 'a')).toBe(true);
    await isMine(inLane(), 'b');
    expect(await isMine(inLane(), 'a')).toBe(false);
  });
});
