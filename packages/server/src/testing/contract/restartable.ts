import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { openServer } from '../../runtime/open-server.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { openTestStorage } from '../database.ts';
import { fakeClock, type FakeClock } from '../fake-clock.ts';
import type { OwnServer } from './server.ts';

/** A server that can be stopped and restarted with the same database and data folder. */
export interface Restartable extends OwnServer {
  readonly db: Storage['db'];
  /** Stops the server, lets `ms` pass on the clock and starts it again on another port. */
  downFor(ms: number): Promise<void>;
}

/** Starts a restartable server for the tests of a file and stops it after them. */
export function useRestartableServer(env: Record<string, string> = {}): Restartable {
  let clock: FakeClock;
  let current: Awaited<ReturnType<typeof openServer>>;
  let db: Storage['db'];
  let start: () => Promise<void>;
  let end: () => Promise<void>;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
    const quiet = {
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: '0',
      PARLEY_DEMO: '0',
      PARLEY_SIGNUP: 'open',
      PARLEY_RATE_LIMIT: 'off',
    };
    const config = readConfig({ ...quiet, ...env });
    const storage = await openTestStorage();
    db = storage.db;
    clock = fakeClock();
    start = async () => {
      const kept = { ...storage, close: async () => {} };
      current = await openServer({ config, clock, storage: kept, log: pino({ level: 'silent' }) });
    };
    end = async () => {
      await current.close(1000);
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    await start();
  });
  afterAll(() => end());

  return {
    get baseUrl() {
      return current.localUrl;
    },
    get clock() {
      return clock;
    },
    demoUrl: null,
    get db() {
      return db;
    },
    get setupUrl() {
      return current.setupUrl;
    },
    async downFor(ms) {
      await current.close(1000);
      await clock.advance(ms);
      await start();
    },
  };
}
