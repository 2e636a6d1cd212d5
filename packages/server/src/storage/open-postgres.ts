import { sql } from 'kysely';
import type pg from 'pg';
import { assembleStorage } from './assemble-storage.ts';
import { postgresPool } from './postgres-pool.ts';
import { demandOwnSessions } from './demand-own-sessions.ts';
import { explainPostgres } from './explain-postgres.ts';
import type { Db, Storage, StorageLog } from './storage.ts';
import { retryTransient } from './transient.ts';

export interface PostgresOptions {
  databaseUrl: string;
  log?: StorageLog | undefined;
  /** Connections held at most. Default 10. */
  poolSize?: number | undefined;
  /**
   * How long a statement may wait for its answer, in milliseconds, counted from when it was given: those before it on its
   * connection take from its time. What takes longer fails as on a lost connection, and the connection is destroyed. Default
   * 35,000: PostgreSQL itself ends a statement after 30 seconds, so what still says nothing is not there any more.
   */
  answerWithinMs?: number | undefined;
}

const OLDEST_VERSION = 150_000;
const FIRST_CONNECT_ATTEMPTS = 7;
const FIRST_CONNECT_WITHIN_MS = 15_000;

/**
 * Connects to a PostgreSQL server, 15 or newer. A server that is not up yet is waited for, some 15 seconds; a wrong
 * password, an unknown database or an old version rejects at once.
 */
export async function openPostgres({
  databaseUrl,
  log,
  poolSize = 10,
  answerWithinMs = 35_000,
}: PostgresOptions): Promise<Storage> {
  const pool = postgresPool({ databaseUrl, size: poolSize, answerWithinMs });
  const storage: Storage = {
    ...assembleStorage({ kind: 'postgres', pool, log }),
    withoutTimeouts: (work) => withoutTimeouts(databaseUrl, work),
  };
  try {
    const deadline = performance.now() + FIRST_CONNECT_WITHIN_MS;
    const onRetry = (error: unknown, attempt: number): void => {
      if (isPooler(error) || performance.now() > deadline) throw error;
      if (attempt === 1)
        log?.warn({ reason: explainPostgres(error, databaseUrl).message }, 'PostgreSQL does not answer yet');
    };
    await retryTransient(() => demandVersion(pool), { attempts: FIRST_CONNECT_ATTEMPTS, pauseMs: 300, onRetry });
    if (poolSize > 1) await demandOwnSessions(pool);
    if (!(await vacuumsItself(pool))) {
      log?.warn(
        {},
        'autovacuum is off at this PostgreSQL: what was deleted is never cleared away, and everything gets slower',
      );
    }
    return storage;
  } catch (error) {
    await storage.close();
    throw explainPostgres(error, databaseUrl);
  }
}

/** PostgreSQL knows the settings that connections are opened with; what does not will not learn them by being asked again. */
function isPooler(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '08P01';
}

/** The pool's connections are bounded for good, so this takes one of its own. */
async function withoutTimeouts<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = postgresPool({ databaseUrl, size: 1, answerWithinMs: null });
  const alone = assembleStorage({ kind: 'postgres', pool });
  try {
    return await alone.withoutTimeouts(async (db) => {
      await sql`set statement_timeout = 0`.execute(db);
      await sql`set idle_in_transaction_session_timeout = 0`.execute(db);
      return work(db);
    });
  } finally {
    await alone.close();
  }
}

/** A queue's rows come and go; where nobody clears the dead ones away, each look for the next goes past all of them. */
async function vacuumsItself(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ on: boolean }>(
    `select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as on`,
  );
  return rows[0]?.on === true;
}

async function demandVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  const version = rows[0];
  if (version === undefined || Number(version.number) < OLDEST_VERSION) {
    throw new Error(`PostgreSQL 15 or newer is needed; this server runs ${version?.name ?? 'an unknown version'}`);
  }
}
