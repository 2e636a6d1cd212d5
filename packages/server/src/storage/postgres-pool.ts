import pg from 'pg';
import { planning } from './planning.ts';
import { TurnSocket } from './turn-socket.ts';
import { typeParsers } from './type-parsers.ts';

export interface PoolOptions {
  readonly databaseUrl: string;
  readonly size: number;
  /** How long a statement may wait for its answer; null is for ever. */
  readonly answerWithinMs: number | null;
}

const CONNECT_WITHIN_MS = 10_000;

/**
 * The driver's pool as a server of ours needs it. PostgreSQL bounds statements, but where its host died or the way to it
 * swallows packets nobody is left to say so, and the operating system believes in such a connection for a quarter of an hour
 * while it waits for an answer, and for two hours while it is idle. So this end bounds both itself.
 */
export function postgresPool({ databaseUrl, size, answerWithinMs }: PoolOptions): pg.Pool {
  return new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: Math.min(CONNECT_WITHIN_MS, answerWithinMs ?? Infinity),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 30_000,
    // With the pipeline the driver then destroys the socket, and all that was sent over it fails.
    query_timeout: answerWithinMs ?? undefined,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'parley',
    options: planning.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    // Statements that need not wait for each other's answers go out together.
    pipeline: true,
    stream: () => new TurnSocket(),
    types: typeParsers,
  });
}
