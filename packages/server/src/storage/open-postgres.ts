import pg from 'pg';
import { assembleStorage } from './assemble-storage.ts';
import type { Storage, StorageLog } from './storage.ts';
import { retryTransient } from './transient.ts';
import { TurnSocket } from './turn-socket.ts';
import { typeParsers } from './type-parsers.ts';

export interface PostgresOptions {
  databaseUrl: string;
  log?: StorageLog | undefined;
  /** Connections held at most. Default 10. */
  poolSize?: number | undefined;
}

const OLDEST_VERSION = 150_000;
const FIRST_CONNECT_ATTEMPTS = 7;

/**
 * Connects to a PostgreSQL server, 15 or newer. A server that is not up yet is waited for, some 15 seconds; a wrong
 * password, an unknown database or an old version rejects at once.
 */
export async function openPostgres({ databaseUrl, log, poolSize }: PostgresOptions): Promise<Storage> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'parley',
    // A prepared statement keeps the plan that it got while its tables were tiny, so that plan must not be a sequential scan.
    options: '-c enable_seqscan=off -c jit=off',
    // Statements that need not wait for each other's answers go out together.
    pipeline: true,
    stream: () => new TurnSocket(),
    types: typeParsers,
  });
  const storage = assembleStorage({ kind: 'postgres', pool, log });
  try {
    const onRetry = (error: unknown): void => log?.warn({ err: error }, 'PostgreSQL does not answer yet');
    await retryTransient(() => demandVersion(pool), { attempts: FIRST_CONNECT_ATTEMPTS, pauseMs: 300, onRetry });
    if (!(await vacuumsItself(pool))) {
      log?.warn(
        {},
        'autovacuum is off at this PostgreSQL: what was deleted is never cleared away, and everything gets slower',
      );
    }
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
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
    throw new Error(`PostgreSQL 15 or newer is needed; this server runs ${version?.name ?? 'an unknown version'}.`);
  }
}
