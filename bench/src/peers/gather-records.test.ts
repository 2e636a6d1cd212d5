import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { gatherRecords } from './gather-records.ts';
import type { AttemptMade } from './post-delivery.ts';

const attempt = (deliveryId: string): AttemptMade => ({
  deliveryId,
  startedAt: new Date(0),
  durationMs: 1,
  statusCode: 200,
});

/** A pool whose inserts end when the test says so; it tells which deliveries each of them held. */
function slowPool() {
  const inserts: { ids: string[]; end: (error?: Error) => void }[] = [];
  const query = ({ values }: { values: unknown[][] }) =>
    new Promise<void>((resolve, reject) => {
      inserts.push({ ids: values[0] as string[], end: (error) => (error ? reject(error) : resolve()) });
    });
  return { inserts, pool: { query } as unknown as Pool };
}

it('records together what ends while an insert is under way', async () => {
  const { inserts, pool } = slowPool();
  const record = gatherRecords(pool);
  const recorded = Promise.all(['a', 'b', 'c'].map((id) => record(attempt(id))));
  inserts[0]?.end();
  await expect.poll(() => inserts.length).toBe(2);
  inserts[1]?.end();
  await recorded;
  expect(inserts.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
});

it('lets the library try again what could not be recorded, and goes on with the rest', async () => {
  const { inserts, pool } = slowPool();
  const record = gatherRecords(pool);
  const [lost, kept] = [record(attempt('a')), record(attempt('b'))];
  inserts[0]?.end(new Error('The disk is full.'));
  await expect(lost).rejects.toThrow('The disk is full.');
  await expect.poll(() => inserts.length).toBe(2);
  inserts[1]?.end();
  await kept;
});
