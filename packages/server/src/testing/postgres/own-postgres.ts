import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openForwarder } from './forwarder.ts';
import { findPostgresPrograms, initCluster, postgresProcess, type PostgresProcess } from './postgres-process.ts';
import { runProgram, unprivileged } from './programs.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A PostgreSQL of our own behind one address: it may be killed, frozen, starved of disk and replaced by its standby. */
export interface OwnPostgres {
  readonly url: string;
  /** The one that takes writes now. */
  primary(): PostgresProcess;
  /** The disk under it; null where this process may not mount one. */
  disk(): SmallDisk | null;
  /** Sets a synchronous standby up, kills the primary and promotes the standby, as an operator's tool would. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

const settings = [
  'max_connections=80',
  'wal_retrieve_retry_interval=200ms',
  'max_wal_size=64MB',
  'log_min_messages=fatal',
];

/** Starts one, each of its data folders on a disk of this size; null where PostgreSQL's programs are not installed. */
export async function startOwnPostgres(diskMegabytes = 700): Promise<OwnPostgres | null> {
  const programs = findPostgresPrograms();
  if (programs === null) return null;
  const root = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  await give(root);
  const disks: SmallDisk[] = [];
  let made = 0;
  const makeFolder = async () => {
    const mountPoint = join(root, `disk-${made++}`);
    await mkdir(mountPoint);
    const disk = mountSmallDisk(mountPoint, diskMegabytes);
    if (disk) disks.push(disk);
    await give(mountPoint);
    return { folder: join(mountPoint, 'data'), disk };
  };

  let current = await makeFolder();
  await initCluster(programs, current.folder);
  let primary = await postgresProcess(programs, current.folder, settings);
  await primary.start();
  const forwarder = await openForwarder(primary.port);

  return {
    url: `postgres://postgres@127.0.0.1:${forwarder.port}/postgres`,
    primary: () => primary,
    disk: () => current.disk,
    async failOver() {
      const next = await makeFolder();
      const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
      const options = ['-d', source, '-D', next.folder, '-R', '-X', 'stream', '-c', 'fast'];
      await runProgram(join(programs, 'pg_basebackup'), options, { ...unprivileged(), cwd: '/' });
      const standby = await postgresProcess(programs, next.folder, settings);
      await standby.start();
      // From here on what is committed is on both, so that nothing acknowledged is lost with the primary.
      await ask(primary.port, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
      await until(primary.port, `select count(*) = 1 as yes from pg_stat_replication where sync_state = 'sync'`);
      await pause(500);
      const old = primary;
      await old.stop('SIGQUIT');
      await ask(standby.port, 'select pg_promote()');
      primary = standby;
      current = next;
      forwarder.pointTo(standby.port);
    },
    async close() {
      await primary.stop('SIGQUIT').catch(() => undefined);
      await forwarder.close();
      for (const disk of disks) await disk.unmount();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function give(folder: string): Promise<void> {
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

async function ask(port: number, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

async function until(port: number, question: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const [answer] = await ask(port, question);
    if (answer?.rows[0]?.yes === true) return;
    await pause(100);
  }
  throw new Error(`It never came to pass: ${question}`);
}
