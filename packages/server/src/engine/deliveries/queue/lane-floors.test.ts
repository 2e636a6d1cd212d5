import { sql } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabases, type SharedDatabase } from '../../../testing/durability/migrated-databases.ts';
import type { NewDelivery } from '../delivery.ts';
import { enqueuePlan } from '../fixtures/enqueue-plan.ts';
import { newDelivery } from '../fixtures/new-delivery.ts';
import { insertDeliveries } from '../enqueue-queries.ts';
import { KnownLanes, LaneFloors } from './lane-floors.ts';

describe('the floor of a lane', () => {
  it('rises up to what was found before the lookup began, and never falls', () => {
    const lanes = new LaneFloors();
    const lane = newDelivery();
    const note = (floor: number, foundBefore: number) => lanes.note({ lane, floor, foundBefore });
    note(7, lanes.foundIn(lane));
    expect(lanes.of(lane)).toBe(0);
    const begunEarlier = lanes.foundIn(lane);
    note(9, lanes.foundIn(lane));
    expect(lanes.of(lane)).toBe(7);
    note(12, begunEarlier);
    expect(lanes.of(lane)).toBe(7);
    note(5, lanes.foundIn(lane));
    expect([lanes.of(lane), lanes.foundIn(lane)]).toEqual([7, 12]);
  });

  it('is nothing for a lane that was forgotten', () => {
    const lanes = new LaneFloors();
    const first = newDelivery();
    lanes.note({ lane: first, floor: 7, foundBefore: 7 });
    expect([lanes.of(first), lanes.of(newDelivery())]).toEqual([7, 0]);
    for (let count = 0; count < 20_000; count++) lanes.note({ lane: newDelivery(), floor: 1, foundBefore: 1 });
    expect(lanes.of(first)).toBe(0);
  });

  it('is the lowest of what was queued at once, and nothing where one of it waits that nobody looked before', () => {
    const [one, two, other] = [newDelivery(), newDelivery(), newDelivery()];
    const queued: NewDelivery[] = [
      one,
      { ...two, agentId: one.agentId, conversationId: one.conversationId },
      other,
      newDelivery(),
    ];
    const found = new Map<DeliveryId, number>([
      [one.deliveryId, 3],
      [two.deliveryId, 4],
      [other.deliveryId, 9],
    ]);
    const floors = (wanted: boolean[]) =>
      new KnownLanes(new LaneFloors(), queued, wanted).found(found).map(({ floor }) => floor);
    expect(floors([true, true, true, true])).toEqual([3, 9]);
    expect(floors([false, true, true, true])).toEqual([0, 9]);
    expect(floors([true, false, true, true])).toEqual([0, 9]);
  });
});

describe.each(migratedDatabases)('a lane in $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /**
   * Queues a delivery for a server that wants it. Returns whether that server holds it, its position, and the floor
   * found.
   */
  async function queue(delivery: NewDelivery, node: string, floor: number) {
    const [{ transaction, db }] = database.nodes;
    const plan = { ...enqueuePlan(node, [true]), laneFloors: [floor] };
    const placed = await transaction((tx) => insertDeliveries(tx, [delivery], plan));
    const { rows } = await sql<{ position: number }>`
      select position from delivery_queue where delivery_id = ${delivery.deliveryId}`.execute(db);
    return {
      isMine: placed.mine.has(delivery.deliveryId),
      position: rows[0]?.position ?? NaN,
      floor: placed.laneFloors.get(delivery.deliveryId) ?? NaN,
    };
  }
  const end = (delivery: NewDelivery) =>
    sql`delete from delivery_queue where delivery_id = ${delivery.deliveryId}`.execute(database.nodes[0].db);

  it('is looked at from the first that waits in it, whoever has that in hand', async () => {
    const one = newDelivery();
    const inLane = () => newDelivery({ agentId: one.agentId, conversationId: one.conversationId });
    const [two, three, four] = [inLane(), inLane(), inLane()];
    const first = await queue(one, 'a', 0);
    expect(first).toMatchObject({ isMine: true, floor: first.position - 1 });
    const second = await queue(two, 'a', first.floor);
    expect(second).toMatchObject({ isMine: true, floor: first.floor });
    // The delivery of another server blocks it, although all earlier ones are known to have ended.
    await end(one);
    const third = await queue(three, 'b', second.floor);
    expect(third).toMatchObject({ isMine: false, floor: second.position - 1 });
    for (const over of [two, three]) await end(over);
    const fourth = await queue(four, 'b', third.floor);
    expect(fourth).toMatchObject({ isMine: true, floor: fourth.position - 1 });
  });

  it('is held up by the second that another server has in hand, behind one of this server’s', async () => {
    const one = newDelivery();
    const inLane = () => newDelivery({ agentId: one.agentId, conversationId: one.conversationId });
    const { floor } = await queue(one, 'a', 0);
    await queue(inLane(), 'b', 0);
    expect(await queue(inLane(), 'a', floor)).toMatchObject({ isMine: false, floor });
  });
});
