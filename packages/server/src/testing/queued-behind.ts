import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Storage, Tx } from '../storage/storage.ts';

/**
 * Begins works one after the other while a transaction holds what `lock` took, each when the one before it waits for a lock, and
 * lets them go when all of them wait. Their order is the order in which they then get it. Needs a PostgreSQL server, and a
 * connection for each work besides two.
 *
 * @returns what came of each.
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
