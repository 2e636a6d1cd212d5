import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openMemory, openPlatform } from '#platform';
import type { Clock } from './time/clock.ts';

export type { Clock } from './time/clock.ts';

export interface LocalServerOptions {
  /** The folder that keeps everything, made where it is missing. Without it all is in memory, and gone when the server stops. */
  readonly dataDir?: string;
  /** Where it listens on 127.0.0.1, 0 to 65535; 0, where it is not given, takes a free port. */
  readonly port?: number;
  /** Where it takes time from; by default the machine's clock. */
  readonly clock?: Clock;
  /** Whether there is a demo person, a room and a showcase agent. By default there is not. */
  readonly demo?: boolean;
  /** Further settings of the server, by their names, such as `{ PARLEY_APPROVAL_TTL: '1h' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface LocalServer {
  /** Where it answers, such as `http://127.0.0.1:4600`: the app in a browser, and the interface. */
  readonly baseUrl: string;
  /** A link that signs the demo's person in; null without the demo. */
  readonly demoUrl: string | null;
  /** Stops it, once what is under way is done or a second has passed. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a whole Parley server inside of this process, reachable from this machine only. It has the app, an embedded database, no rate
 * limits, and sends webhooks to addresses of this machine. The environment of the process is not read.
 *
 * @throws Error in one sentence where the port is taken, the folder is in use by another server, or a setting cannot be used.
 *
 * @example
 * const server = await startLocalServer({ dataDir: '.parley', port: 4600 });
 * console.log(`Parley is ready at ${server.baseUrl}`);
 * process.once('SIGINT', () => void server.stop());
 */
export async function startLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  const { dataDir, port = 0, clock, demo = false, settings = {} } = options;
  const folder = dataDir === undefined ? await mkdtemp(join(tmpdir(), 'parley-local-')) : resolve(dataDir);
  const memory = dataDir === undefined ? await openMemory() : null;
  const release = async () => {
    if (memory === null) return;
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  };
  const env = {
    PARLEY_DATA_DIR: folder,
    PARLEY_PORT: String(port),
    PARLEY_DEMO: demo ? '1' : '0',
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_LOG_LEVEL: 'silent',
    ...settings,
  };
  try {
    const given = { env, ...(clock ? { clock } : {}) };
    const platform = memory ? await memory.openPlatform(given) : await openPlatform(given);
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= platform.close(1000).then(release));
    return { baseUrl: platform.baseUrl, demoUrl: platform.demoUrl, stop };
  } catch (error) {
    await release();
    throw error;
  }
}
