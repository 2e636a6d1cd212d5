import type { PGlite } from '@electric-sql/pglite';
import { runSql } from './raw-session.ts';

const CHECKPOINT_EVERY_BYTES = 64 * 1024 * 1024;

const LOG_SINCE_CHECKPOINT = 'select pg_current_wal_lsn() - redo_lsn from pg_control_checkpoint()';

/** The server's own thresholds for autovacuum, on the table whose dead or changed rows exceed them most. */
const TABLE_TO_VACUUM = `
  select format('%I.%I', schemaname, relname)
  from pg_stat_user_tables
  where n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.2 * n_live_tup
  order by greatest(n_dead_tup, n_mod_since_analyze) desc
  limit 1`;

/**
 * Does what a server's background processes would: the embedded database has none, so without this its write-ahead log
 * and its tables grow without end, recovery after a kill takes ever longer, and the planner never learns a table's size.
 * Call it between statements, outside of a transaction; one call does at most one vacuum, which nothing can interrupt.
 */
export async function doUpkeep(database: PGlite): Promise<void> {
  const [written] = await runSql(database, LOG_SINCE_CHECKPOINT);
  if (Number(written) > CHECKPOINT_EVERY_BYTES) await runSql(database, 'checkpoint');
  // Counts of rows are kept back for a while, and nothing comes along later to write them down.
  await runSql(database, 'select pg_stat_force_next_flush()');
  const [table] = await runSql(database, TABLE_TO_VACUUM);
  if (table !== undefined) await runSql(database, `vacuum (analyze) ${table}`);
}
