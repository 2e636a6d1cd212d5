import { sql } from 'kysely';
import { newId, type DeliveryId } from '@parley/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/storage/storage.ts';
import { openTestStorage, type TestStorage } from '../../testing/database.ts';
import { eraseOldBodies } from './erase-queries.ts';

const hourMs = 3_600_000;
const now = Date.UTC(2026, 10, 21);
const before = new Date(now - 168 * hourMs);

describe('erasing old bodies', () => {
  let storage: TestStorage;
  let db: Db;
  beforeAll(async () => {
    storage = await openTestStorage();
    db = storage.db;
    return () => storage.close();
  });
  beforeEach(() => storage.reset());

  async function insert(createdAt: number, isOver: boolean): Promise<DeliveryId> {
    const deliveryId = newId('delivery', createdAt);
    await sql`
      insert into deliveries (delivery_id, agent_id, conversation_id, user_id, human_origin, hop, event, body, created_at)
      values (${deliveryId}, 'agt_1', 'cnv_1', 'usr_1', true, 0, 'message.created', ${Buffer.from('{}')},
              ${new Date(createdAt)})`.execute(db);
    if (isOver) return deliveryId;
    await sql`
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at)
      values (${deliveryId}, 'agt_1', 'cnv_1', ${new Date(now)})`.execute(db);
    return deliveryId;
  }

  async function withBody(): Promise<DeliveryId[]> {
    const { rows } = await sql<{ delivery_id: DeliveryId }>`
      select delivery_id from deliveries where body is not null`.execute(db);
    return rows.map((row) => row.delivery_id).sort();
  }

  const settle = (deliveryId: DeliveryId) =>
    sql`delete from delivery_queue where delivery_id = ${deliveryId}`.execute(db);

  it('takes what is old and over, and leaves what is young or still to be sent', async () => {
    await insert(before.getTime() - 1, true);
    const open = await insert(before.getTime() - 1, false);
    const young = await insert(before.getTime(), true);
    expect(await eraseOldBodies(db, before, 100)).toBe(1);
    expect(await withBody()).toEqual([open, young].sort());
    expect((await sql`select from deliveries`.execute(db)).rows).toHaveLength(3);
  });

  it('counts from the last attempt: what was not over until lately can still be sent again', async () => {
    const late = await insert(before.getTime() - hourMs, true);
    await sql`
      insert into delivery_attempts (delivery_id, attempt, fence, started_at, duration_ms, outcome)
      values (${late}, 1, 1, ${before}, 1, 'timeout')`.execute(db);
    expect(await eraseOldBodies(db, before, 100)).toBe(0);
    expect(await eraseOldBodies(db, new Date(before.getTime() + 1), 100)).toBe(1);
  });

  it('takes no more at once than it may', async () => {
    for (let i = 0; i < 5; i++) await insert(before.getTime() - hourMs, true);
    const counts = [];
    for (let i = 0; i < 4; i++) counts.push(await eraseOldBodies(db, before, 2));
    expect(counts).toEqual([2, 2, 1, 0]);
    expect(await withBody()).toEqual([]);
  });

  it('takes what is over only later then', async () => {
    const late = await insert(before.getTime() - hourMs, false);
    expect(await eraseOldBodies(db, before, 100)).toBe(0);
    await settle(late);
    expect(await eraseOldBodies(db, before, 100)).toBe(1);
    expect(await withBody()).toEqual([]);
  });
});
