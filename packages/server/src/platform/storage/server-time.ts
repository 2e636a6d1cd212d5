import { sql } from 'kysely';
import type { Db, Tx } from './storage.ts';
import { moveBackTimes } from './times-ahead.ts';

/** The clocks of servers may differ this much, because none knows the database's time exactly. */
const differenceMs = 5_000;

/** The time state before this start. */
export interface TimeBefore {
  /** The newest time that a server trusted; null if none has yet. */
  readonly trustedAt: Date | null;
  /** Whether a server used a later time than now. Its rows were moved back. */
  readonly wasAhead: boolean;
}

/** Returns the database's own time. */
export async function readDatabaseTime(db: Db): Promise<{ readonly now: Date }> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0] as { now: Date };
}

/**
 * Records that a server starts at this time. If another server used a later time, moves the rows written ahead back to
 * now.
 */
export async function beginTime(tx: Tx, now: Date): Promise<TimeBefore> {
  const { rows } = await sql<{ newest_at: Date | null; trusted_at: Date | null }>`
    select newest_at, trusted_at from server_time for update`.execute(tx);
  const { newest_at: newestAt = null, trusted_at: trustedAt = null } = rows[0] ?? {};
  const wasAhead = newestAt !== null && newestAt.getTime() > now.getTime() + differenceMs;
  if (wasAhead) await moveBackTimes(tx, now);
  await sql`
    update server_time set newest_at = case when ${wasAhead} then ${now}::timestamptz else greatest(newest_at, ${now}) end,
                           trusted_at = least(trusted_at, ${now}::timestamptz)`.execute(tx);
  return { trustedAt, wasAhead };
}

/** Records the time that a server uses, and whether it is trusted. */
export async function noteTime(db: Db, now: Date, isTrusted: boolean): Promise<void> {
  await sql`
    update server_time set newest_at = greatest(newest_at, ${now}::timestamptz),
                           trusted_at = case when ${isTrusted} then greatest(trusted_at, ${now}) else trusted_at end`.execute(
    db,
  );
}
