import { sql } from 'kysely';
import type { Clock } from './time/clock.ts';
import { readConfig, type Config } from './settings/config.ts';
import { createLogger } from './telemetry/logger.ts';
import { openServer } from './runtime/open-server.ts';
import { migrate } from './storage/migrate.ts';
import { openPglite, type EmbeddedStorage } from './storage/pglite/open-pglite.ts';
import type { Db, Storage } from './storage/storage.ts';

export interface PlatformOptions {
  /** Settings by their names in docs/running.md. The environment of the process is not read. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** A whole server inside of a program of somebody else's. */
export interface Platform {
  readonly baseUrl: string;
  /** The link that signs the demo's person in; null without the demo. */
  readonly demoUrl: string | null;
  /** Whether a statement is under way, or waits for its turn. */
  isBusy(): boolean;
  /** How many deliveries are on their way, their outcome not yet recorded. */
  underWay(): number;
  /** Finishes what is under way within `graceMs`, and lets go of the rest. */
  close(graceMs: number): Promise<void>;
}

/** A database in memory. It outlives the platforms that run on it one after the other, so that one can go down and come back. */
export interface Memory {
  openPlatform(options: PlatformOptions): Promise<Platform>;
  close(): Promise<void>;
}

/**
 * Opens a server on its data folder, for programs that bring it along, such as tests of agents: nothing of it reaches for the process
 * that it runs in.
 *
 * @param image What a new data folder begins with, as `makeImage` made it.
 */
export async function openPlatform(options: PlatformOptions, image?: Uint8Array<ArrayBuffer>): Promise<Platform> {
  const config = readConfig(options.env);
  return platformOn(await openFolder(config.dataDir, image), config, options);
}

/** Opens a database in memory from an image. */
export async function openMemory(image: Uint8Array<ArrayBuffer>): Promise<Memory> {
  const storage = await openPglite({ dataDir: 'memory://', dump: image });
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
    isBusy: () => storage.pool.totalCount > storage.pool.idleCount || storage.pool.waitingCount > 0,
    underWay: () => server.app.engine.load().underWay,
    close: (graceMs) => server.close(graceMs),
  };
}

async function openFolder(dataDir: string, dump: Uint8Array<ArrayBuffer> | undefined): Promise<Storage> {
  const storage = await openPglite({ dataDir, dump });
  try {
    await migrate(storage);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Makes a copy of an empty database with all migrations. It takes seconds; to open the copy takes a fraction of one. */
export async function makeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const storage: EmbeddedStorage = await openPglite({ dataDir: 'memory://' });
  try {
    await migrate(storage);
    await storage.withoutTimeouts(dropTemplates);
    return await storage.dump();
  } finally {
    await storage.close();
  }
}

/** What further databases would be made of is half of a small one's size, and here nobody makes any. */
async function dropTemplates(db: Db): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}
