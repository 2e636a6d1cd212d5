import pg from 'pg';
import { clientClass } from './cluster/client-class.ts';
import { sessionTimeouts } from './demand-settings.ts';
import { planning } from './planning.ts';
import { TurnSocket } from './turn-socket.ts';
import { typeParsers } from './type-parsers.ts';

export interface PoolOptions {
  readonly databaseUrl: string;
  readonly size: number;
  /** Timeout of a statement in milliseconds; null for none. */
  readonly answerWithinMs: number | null;
}

/**
 * Makes commits wait for the disk, even if the database, the role or the server is configured otherwise. Stricter
 * settings stay.
 */
const waitForDisk = `
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

const withoutTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

const CONNECT_WITHIN_MS = 10_000;

/**
 * Creates the driver's pool with the settings of a server. PostgreSQL limits statements, but if its host is down or the
 * network drops packets, no error arrives: the operating system keeps such a connection for 15 minutes while it waits
 * for an answer, and for two hours while idle. So the client has timeouts of its own.
 */
export function postgresPool({ databaseUrl, size, answerWithinMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientClass(databaseUrl),
    max: size,
    connectionTimeoutMillis: Math.min(CONNECT_WITHIN_MS, answerWithinMs ?? Infinity),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Without a timeout of the client, the server has none either.
    ...(answerWithinMs === null ? withoutTimeouts : sessionTimeouts),
    // On timeout, the pipelined driver destroys the socket, and everything sent over it fails.
    query_timeout: answerWithinMs ?? undefined,
    application_name: 'parley',
    options: planning.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    // Sends independent statements together, without waiting for each answer.
    pipeline: true,
    stream: () => new TurnSocket(),
    types: typeParsers,
  });
  // Sent together with the first statement, so it costs no round trip. If it fails, that statement fails too.
  pool.on('connect', (client) => void client.query(waitForDisk).catch(() => undefined));
  return pool;
}
