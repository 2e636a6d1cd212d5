import type { StorageLog } from '../storage-log.ts';
import { DatabaseThread } from './database-thread.ts';
import type { WorkerStart } from './messages.ts';
import type { Image } from './read-image.ts';
import { WireStream } from './wire-stream.ts';

/** The main thread's view of the embedded database. */
export interface EmbeddedDatabase {
  /** Opens a stream for a driver connection. The database serves one at a time: a new one replaces the last. */
  openStream(): WireStream;
  /** Resolves to a copy of the whole database. */
  dump(): Promise<Image>;
  /** Lets the process end while the database is open, or no longer. */
  letEnd(mayEnd: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the database in its thread. If the thread dies, its connections break like those of a crashed server. The next
 * connection starts it again, and recovery restores everything that was acknowledged; an in-memory database is not
 * restarted.
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
    const starting = DatabaseThread.start(start, log);
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
    letEnd: async (mayEnd) => (await running()).letEnd(mayEnd),
    async close() {
      closed = true;
      const last = await thread?.catch(() => undefined);
      await last?.close();
    },
  };
}
