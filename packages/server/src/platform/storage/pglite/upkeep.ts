import type { PGlite } from '@electric-sql/pglite';
import { runSql } from './raw-session.ts';

const CHECKPOINT_EVERY_BYTES = 64 * 1024 * 1024;

const LOG_SINCE_CHECKPOINT = 'select pg_current_wal_lsn() - redo_lsn from pg_control_checkpoint()';

/** Finds the table that exceeds PostgreSQL's default autovacuum thresholds the most. */
const TABLE_TO_VACUUM = `
  select format('%I.%I', schemaname, relname)
  from pg_stat_user_tables
  where n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.2 * n_live_tup
  order by greatest(n_dead_tup, n_mod_since_analyze) desc
  limit 1`;

/**
 * Runs the maintenance that a server's background processes do and the embedded database lacks. Without it the
 * write-ahead log and tables grow forever, recovery gets slower, and the planner never learns table sizes. Call it
 * between statements, outside of a transaction; one call runs at most one vacuum, which cannot be interrupted.
 */
export async function doUpkeep(database: PGlite): Promise<void> {
  const [written] = await runSql(database, LOG_SINCE_CHECKPOINT);
  if (Number(written) > CHECKPOINT_EVERY_BYTES) await runSql(database, 'checkpoint');
  // Statistics are flushed with a delay, and no background process flushes them later.
  await runSql(database, 'select pg_stat_force_next_flush()');
  const [table] = await runSql(database, TABLE_TO_VACUUM);
  if (table !== undefined) await runSql(database, `vacuum (analyze) ${table}`);
}
