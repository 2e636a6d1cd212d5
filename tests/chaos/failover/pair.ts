import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  findPostgresPrograms,
  initCluster,
  postgresProcess,
  type PostgresProcess,
} from '../../../packages/server/src/testing/postgres/postgres-process.ts';
import { runProgram, unprivileged } from '../../../packages/server/src/testing/postgres/programs.ts';

/** Two PostgreSQL servers, a primary and its standby, which streams from it. */
export interface Pair {
  readonly primary: PostgresProcess;
  readonly standby: PostgresProcess;
  /** The URL of a database on both, as operators write it. */
  urlOf(database: string): string;
  promote(): Promise<void>;
  close(): Promise<void>;
}

const settings = ['max_connections=80', 'wal_retrieve_retry_interval=200ms', 'log_min_messages=fatal'];

/**
 * Starts both. With a synchronous standby, the primary confirms a commit when it is on both; otherwise when it is on
 * its own disk. Throws if PostgreSQL's programs are not installed.
 */
export async function startPair(isSynchronous: boolean): Promise<Pair> {
  const programs = findPostgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed here.');
  const root = await mkdtemp(join(tmpdir(), 'parley-failover-'));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) await chown(root, uid, gid);
  await initCluster(programs, join(root, 'one'));
  const primary = await postgresProcess(programs, join(root, 'one'), settings);
  await primary.start();
  const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
  const options = ['-d', source, '-D', join(root, 'two'), '-R', '-X', 'stream', '-c', 'fast'];
  await runProgram(join(programs, 'pg_basebackup'), options, { ...unprivileged(), cwd: '/' });
  const standby = await postgresProcess(programs, join(root, 'two'), settings);
  await standby.start();
  if (isSynchronous)
    await askAt(primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  await untilStreaming(primary, isSynchronous ? 'sync' : 'async');
  return {
    primary,
    standby,
    urlOf: (database) =>
      `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${database}?target_session_attrs=read-write`,
    promote: async () => void (await askAt(standby, 'select pg_promote()')),
    async close() {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Runs statements at one server; resolves to the rows of the last one. */
export async function askAt(
  { port }: PostgresProcess,
  ...statements: string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function untilStreaming(primary: PostgresProcess, state: string): Promise<void> {
  const question = `select count(*)::int as count from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
  for (let tries = 0; tries < 150; tries++) {
    const [row] = await askAt(primary, question);
    if (row?.count === 1) return;
    await pause(100);
  }
  throw new Error('The standby does not stream from the primary.');
}
