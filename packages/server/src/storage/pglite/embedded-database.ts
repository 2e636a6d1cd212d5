import type { StorageLog } from '../storage.ts';
import { DatabaseThread } from './database-thread.ts';
import type { WorkerStart } from './messages.ts';
import { WireStream } from './wire-stream.ts';

/** The embedded database as seen from the main thread. */
export interface EmbeddedDatabase {
  /** A new stream for a driver connection. The database serves one at a time: the newest wins. */
  openStream(): WireStream;
  /** Resolves to a copy of the whole database. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/**
 * Starts the database in its thread. Should the thread die, its connections break like those of a crashed server, and
 * the next connection starts it again, which recovers all that was acknowledged; a database in memory stays gone.
 */
export async function startEmbeddedDatabase(
  start: WorkerStart,
  log: StorageLog | undefined,
): Promise<EmbeddedDatabase> {
  let closed = false;
  let hasBegun = false;
  let thread: Promise<DatabaseThread> | undefined = begin();
  await thread;
  hasBegun = true;

  function begin(): Promise<DatabaseThread> {
    const starting = DatabaseThread.start(hasBegun ? { ...start, dump: null } : start, log);
    const gone = starting.then(
      (started) => started.gone,
      () => undefined,
    );
    void gone.then(() => {
      if (thread === starting) thread = undefined;
      if (!closed && hasBegun) log?.error({ folder: start.folder }, 'The embedded database has stopped unexpectedly');
    });
    return starting;
  }

  function running(): Promise<DatabaseThread> {
    if (closed) return Promise.reject(new Error('The embedded database is closed.'));
    if (thread === undefined && start.folder === null) {
      return Promise.reject(new Error('The embedded database was in memory only and is lost.'));
    }
    return (thread ??= begin());
  }

  return {
    openStream: () => new WireStream(async (stream) => (await running()).attach(stream)),
    dump: async () => (await running()).dump(),
    async close() {
      closed = true;
      const last = await thread?.catch(() => undefined);
      await last?.close();
    },
  };
}
