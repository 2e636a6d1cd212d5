import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { App } from '../chat/conversations/app.ts';
import { readConfig } from '../platform/settings/config.ts';
import { openServer } from '../runtime/open-server.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { openTestStorage } from './database.ts';
import { fakeClock, type FakeClock } from './fake-clock.ts';

export interface TestServer {
  readonly baseUrl: string;
  readonly clock: FakeClock;
  readonly app: App;
  readonly demoUrl: string | null;
  /** The link that makes the first administrator, or null. */
  readonly setupUrl: string | null;
  stop(): Promise<void>;
}

/**
 * Starts a whole server on a free port, with its own database and a clock that the test moves. `wrap` may wrap the
 * storage, for example to make calls fail.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  wrap: (storage: Storage) => Storage = (storage) => storage,
): Promise<TestServer> {
  return startServerOn(wrap(await openTestStorage()), env);
}

/** Starts a server on the given database, and closes it when the server stops. */
export async function startServerOn(
  storage: Storage,
  env: Record<string, string> = {},
  log: Logger = pino({ level: process.env['PARLEY_TEST_LOG'] ?? 'silent' }),
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const config = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PORT: '0',
    PARLEY_DEMO: '0',
    PARLEY_SIGNUP: 'open',
    PARLEY_BACKUP_DIR: join(dataDir, 'made'),
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_QUOTA_AGENTS: '1000000',
    PARLEY_QUOTA_EVENT_STREAMS: '1000000',
    ...env,
  });
  const clock = fakeClock();
  const server = await openServer({ config, clock, storage, log });
  return {
    baseUrl: server.localUrl,
    clock,
    app: server.app,
    demoUrl: server.demoUrl,
    setupUrl: server.setupUrl,
    async stop() {
      await server.close(1000);
      await rm(dataDir, { recursive: true, force: true });
      await expectContract(server.app);
    },
  };
}

/** Fails the test if the server sent a refusal that the route's row does not list. */
async function expectContract({ metrics }: Pick<App, 'metrics'>): Promise<void> {
  const text = await metrics.registry.getSingleMetricAsString('parley_refusals_outside_contract_total');
  const unlistedRefusals = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (unlistedRefusals.length > 0) throw new Error(`refusals outside the contract:\n${unlistedRefusals.join('\n')}`);
}
