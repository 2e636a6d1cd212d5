import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage, Tx } from '../platform/storage/storage.ts';

/**
 * Starts several works while a transaction holds the lock of `lock`: each starts when the one before it waits for the
 * lock, and the transaction ends when all of them wait. They then get the lock in this order. Needs a PostgreSQL
 * server, and a connection for each work plus two.
 *
 * @returns the results of the works.
 */
export async function queuedBehind<T>(
  storage: Storage,
  lock: (tx: Tx) => Promise<unknown>,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await storage.transaction(async (tx) => {
    await lock(tx);
    for (const work of works) {
      begun.push(work());
      await expect.poll(() => countWaiting(storage), { timeout: 20_000 }).toBe(begun.length);
    }
  });
  return Promise.all(begun);
}

async function countWaiting({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
