import type { Clock } from './platform/time/clock.ts';
import { readConfig, type Config } from './platform/settings/config.ts';
import { createLogger } from './platform/telemetry/logger.ts';
import { openServer } from './runtime/open-server.ts';
import { migrate } from './platform/storage/migrate.ts';
import { readImage } from './platform/storage/pglite/read-image.ts';
import { firstImage } from './platform/storage/pglite/first-image.ts';
import { openInMemory } from './platform/storage/pglite/spare-databases.ts';
import { openPglite } from './platform/storage/pglite/open-pglite.ts';
import type { Storage } from './platform/storage/storage.ts';

export interface PlatformOptions {
  /** Settings by their names in docs/running.md. The process's environment is not read. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** A complete server inside another program. */
export interface Platform {
  readonly baseUrl: string;
  /** The link that signs in as the demo's person; null without the demo. */
  readonly demoUrl: string | null;
  /** The link that makes the first administrator; null where there is one. */
  readonly setupUrl: string | null;
  /** Returns whether a statement is running or waiting. */
  isBusy(): boolean;
  /** Returns how many deliveries are being sent without a recorded outcome. */
  underWay(): number;
  /** Finishes current work within `graceMs`, and aborts the rest. */
  close(graceMs: number): Promise<void>;
}

/**
 * An in-memory database. It outlives the platforms that run on it one after the other, so that a platform can stop and
 * restart.
 */
export interface Memory {
  openPlatform(options: PlatformOptions): Promise<Platform>;
  close(): Promise<void>;
}

/**
 * Opens a server on its data folder, for programs that embed it, such as tests of agents. It does not touch the process
 * that it runs in.
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const config = readConfig(options.env);
  return platformOn(await openFolder(config.dataDir), config, options);
}

/** Opens a new database in memory. */
export async function openMemory(): Promise<Memory> {
  const storage = await openInMemory(await firstImage());
  const kept = { ...storage, close: async () => undefined };
  return {
    openPlatform: async (options) => platformOn(kept, readConfig(options.env), options),
    close: () => storage.close(),
  };
}

async function platformOn(storage: Storage, config: Config, { clock }: PlatformOptions): Promise<Platform> {
  const log = createLogger(config.logLevel);
  const server = await openServer({ config, log, storage, ...(clock ? { clock } : {}) });
  return {
    baseUrl: server.localUrl,
    demoUrl: server.demoUrl,
    setupUrl: server.setupUrl,
    isBusy: () => storage.pool.totalCount > storage.pool.idleCount || storage.pool.waitingCount > 0,
    underWay: () => server.app.engine.load().underWay,
    close: (graceMs) => server.close(graceMs),
  };
}

async function openFolder(dataDir: string): Promise<Storage> {
  const storage = await openPglite({ dataDir, image: readImage });
  try {
    await migrate(storage);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
