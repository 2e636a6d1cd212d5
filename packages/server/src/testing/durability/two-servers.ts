import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../platform/settings/config.ts';
import { openServer } from '../../runtime/open-server.ts';
import type { Server } from '../../runtime/open-server.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { postgres } from '../databases-under-test.ts';
import type { FakeClock } from '../fake-clock.ts';
import { migratedDatabases } from './migrated-databases.ts';
import type { SharedDatabase } from './migrated-databases.ts';

/** Two servers that share one database. */
export interface TwoServers {
  readonly database: SharedDatabase;
  /** Returns one of the servers in the form that contract tests use. */
  at(index: 0 | 1): { baseUrl: string; clock: FakeClock; demoUrl: null };
  /** Stops one of the servers before the end. */
  stop(index: 0 | 1): Promise<void>;
  /** Stops one of the servers and starts it again on another port. It reads its files again. */
  restart(index: 0 | 1): Promise<void>;
  close(): Promise<void>;
}

const onServer = migratedDatabases.find(({ name }) => name === postgres.name);

/** Whether a database is available that two servers can share. */
export const canShare = onServer !== undefined && !onServer.skip;

/** Starts two servers on a new database, with these additional settings. */
export async function openTwoServers(clock: FakeClock, settings: Record<string, string> = {}): Promise<TwoServers> {
  if (!onServer) throw new Error('There is no database that two servers can share.');
  const database = await onServer.open();
  const config = readConfig({
    PARLEY_DATA_DIR: await mkdtemp(join(tmpdir(), 'parley-two-')),
    DATABASE_URL: database.url ?? '',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PARLEY_PORT: '0',
    PARLEY_RATE_LIMIT: 'off',
    ...settings,
  });
  const servers: Server[] = [];
  const stopped = new Set<number>();
  // The database outlives a server that restarts.
  const start = (storage: Storage) =>
    openServer({ config, clock, log: pino({ level: 'silent' }), storage: { ...storage, close: async () => {} } });
  for (const storage of database.nodes) servers.push(await start(storage));
  return {
    database,
    at: (index) => ({ baseUrl: servers[index]?.localUrl ?? '', clock, demoUrl: null }),
    async stop(index) {
      await servers[index]?.close(1000);
      stopped.add(index);
    },
    async restart(index) {
      await servers[index]?.close(1000);
      servers[index] = await start(database.nodes[index]);
    },
    async close() {
      for (const [index, server] of servers.entries()) if (!stopped.has(index)) await server.close(1000);
      await database.close();
    },
  };
}
