import type pg from 'pg';
import { assembleStorage } from './assemble-storage.ts';
import { postgresPool } from './postgres-pool.ts';
import { demandSessions } from './demand-sessions.ts';
import { missingSettings } from './demand-settings.ts';
import { explainPostgres } from './explain-postgres.ts';
import type { StorageLog } from './storage-log.ts';
import type { Db, Storage } from './storage.ts';
import { retryTransient } from './transient.ts';
import type { WriteWatch } from './watch-writes.ts';

export interface PostgresOptions {
  databaseUrl: string;
  log?: StorageLog | undefined;
  /** Most connections. Default 10. */
  poolSize?: number | undefined;
  /**
   * Timeout of a statement in milliseconds, from when it was given to the driver: earlier statements on the connection
   * use up part of it. On timeout the statement fails like on a lost connection, and the connection is destroyed.
   * Default 35,000: PostgreSQL itself ends a statement after 30 seconds, so a server silent for longer is gone.
   */
  answerWithinMs?: number | undefined;
  /** The write watch of another storage over the same database. */
  writes?: WriteWatch | undefined;
  /** Whether the process listens for signals on this database, which needs sessions of its own. Default true. */
  listens?: boolean | undefined;
}

const OLDEST_VERSION = 150_000;
const FIRST_CONNECT_ATTEMPTS = 7;
const FIRST_CONNECT_WITHIN_MS = 15_000;

/**
 * Connects to a PostgreSQL server, version 15 or newer. Waits about 15 seconds for a server that is not up yet. Rejects
 * at once for a wrong password, an unknown database, an old version or a database that is not in UTF-8.
 */
export async function openPostgres({
  databaseUrl,
  log,
  poolSize = 10,
  answerWithinMs = 35_000,
  writes,
  listens = true,
}: PostgresOptions): Promise<Storage> {
  const pool = postgresPool({ databaseUrl, size: poolSize, answerWithinMs });
  const storage: Storage = {
    ...assembleStorage({ kind: 'postgres', pool, log, writes }),
    withoutTimeouts: (work) => withoutTimeouts(databaseUrl, work),
  };
  try {
    const deadline = performance.now() + FIRST_CONNECT_WITHIN_MS;
    const onRetry = (error: unknown, attempt: number): void => {
      if (isPooler(error) || performance.now() > deadline) throw error;
      if (attempt === 1)
        log?.warn({ reason: explainPostgres(error, databaseUrl).message }, 'PostgreSQL does not answer yet');
    };
    await retryTransient(() => demandServer(pool), { attempts: FIRST_CONNECT_ATTEMPTS, pauseMs: 300, onRetry });
    if (poolSize > 1) await demandFitPooler(pool, listens, log);
    if (!(await vacuumsItself(pool))) {
      log?.warn(
        {},
        'autovacuum is off at this PostgreSQL: what was deleted is never cleared away, and everything gets slower',
      );
    }
    const unsafeSettings = await findUnsafeSettings(pool);
    for (const setting of unsafeSettings) {
      log?.warn(
        { setting },
        'PostgreSQL may lose or corrupt what it confirmed when its machine fails: a setting is off',
      );
    }
    return { ...storage, unsafeSettings };
  } catch (error) {
    await storage.close();
    throw explainPostgres(error, databaseUrl);
  }
}

/**
 * PostgreSQL accepts the startup parameters of the connections. A server that rejects them is a pooler, and retrying
 * does not help.
 */
function isPooler(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '08P01';
}

/**
 * Throws if a pooler stands before PostgreSQL that this server cannot work with. Under one that lends sessions for each
 * transaction, a setting that is missing would be missing at random, so it is an error; else a warning.
 */
async function demandFitPooler(pool: pg.Pool, listens: boolean, log: StorageLog | undefined): Promise<void> {
  const lending = await demandSessions(pool, listens);
  const missing = await missingSettings(pool);
  if (missing.length === 0) return;
  const statements = missing.join(' ');
  if (lending === 'transaction')
    throw new Error(
      `The pooler before PostgreSQL drops settings that this server needs. Run as an administrator of the database: ${statements} Then let the pooler reconnect`,
    );
  log?.warn({ run: statements }, 'a pooler before PostgreSQL drops settings that this server needs');
}

/** The connections of the pool have fixed timeouts, so this opens a pool of its own. */
async function withoutTimeouts<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = postgresPool({ databaseUrl, size: 1, answerWithinMs: null });
  const alone = assembleStorage({ kind: 'postgres', pool });
  try {
    return await alone.withoutTimeouts(work);
  } finally {
    await alone.close();
  }
}

/**
 * Without autovacuum, dead rows of the queue are never removed, and each search for the next row reads past all of
 * them.
 */
async function vacuumsItself(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ on: boolean }>(
    `select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as on`,
  );
  return rows[0]?.on === true;
}

/** Finds settings under which a crash of the database's machine can lose committed data. */
async function findUnsafeSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => name);
}

async function demandServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: string; name: string; encoding: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  );
  const [server] = rows;
  if (server === undefined || Number(server.number) < OLDEST_VERSION)
    throw new Error(`PostgreSQL 15 or newer is needed; this server runs ${server?.name ?? 'an unknown version'}`);
  if (server.encoding !== 'UTF8')
    throw new Error(
      `The database stores text as ${server.encoding}, and UTF8 is needed: make it with "createdb --encoding=UTF8 --template=template0"`,
    );
}
