import { sql } from 'kysely';
import type { Clock } from './platform/time/clock.ts';
import { readConfig, type Config } from './platform/settings/config.ts';
import { createLogger } from './platform/telemetry/logger.ts';
import { openServer } from './runtime/open-server.ts';
import { migrate } from './platform/storage/migrate.ts';
import { openInMemory } from './platform/storage/pglite/spare-databases.ts';
import { openPglite, type EmbeddedStorage } from './platform/storage/pglite/open-pglite.ts';
import type { Db, Storage } from './platform/storage/storage.ts';

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
 *
 * @param image Content of a new data folder, from `makeImage`.
 */
export async function openPlatform(options: PlatformOptions, image?: Uint8Array<ArrayBuffer>): Promise<Platform> {
  const config = readConfig(options.env);
  return platformOn(await openFolder(config.dataDir, image), config, options);
}

/** Opens an in-memory database from an image. */
export async function openMemory(image: Uint8Array<ArrayBuffer>): Promise<Memory> {
  const storage = await openInMemory(image);
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

/**
 * Creates an image of an empty database with all migrations. That takes seconds; opening the image takes a fraction of
 * one.
 */
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

/**
 * Drops the template databases, which are half the size of a small image and not needed, because no further database is
 * created.
 */
async function dropTemplates(db: Db): Promise<void> {
  await sql`update pg_database set datistemplate = false where datistemplate`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}
