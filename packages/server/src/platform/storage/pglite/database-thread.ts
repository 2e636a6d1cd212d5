import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { StorageLog } from '../storage-log.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import type { Image } from './read-image.ts';
import type { WireStream } from './wire-stream.ts';

const CLOSE_WITHIN_MS = 15_000;

/** A worker thread that runs the embedded database. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #log: StorageLog | undefined;
  readonly #streams = new Map<number, WireStream>();
  #sessions = 0;
  #reason = 'The thread of the embedded database has ended.';
  /** Resolves when the thread has ended for any reason. */
  readonly gone: Promise<void>;

  /**
   * Starts the thread. Resolves when the database is open; rejects with the database's own reason if it cannot be
   * opened.
   */
  static async start(start: WorkerStart, log: StorageLog | undefined): Promise<DatabaseThread> {
    const thread = new DatabaseThread(start, log);
    const opened = await Promise.race([thread.#next('ready'), thread.gone]);
    if (opened === undefined) {
      const where = start.folder === null ? '' : ` in ${start.folder}`;
      throw new Error(`The embedded database${where} could not be opened: ${thread.#reason}`);
    }
    return thread;
  }

  private constructor(start: WorkerStart, log: StorageLog | undefined) {
    this.#log = log;
    this.#worker = startWorker(start);
    this.#worker.on('message', (message: FromWorker) => this.#take(message));
    this.#worker.on('error', (error) => {
      this.#reason = error.message;
    });
    this.gone = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve(this.#breakStreams()));
    });
  }

  /** Attaches a stream as the database's one session. An earlier session is rolled back and disconnected. */
  attach(stream: WireStream) {
    const session = (this.#sessions += 1);
    this.#streams.set(session, stream);
    return {
      send: (bytes: Uint8Array<ArrayBuffer>) => this.#say({ kind: 'bytes', session, bytes }, [bytes.buffer]),
      end: () => {
        this.#streams.delete(session);
        this.#say({ kind: 'end', session });
      },
    };
  }

  /** Resolves to a copy of the whole database, which another in-memory database can load. */
  async dump(): Promise<Image> {
    const dumped = this.#next('dumped');
    this.#say({ kind: 'dump' });
    const message = await Promise.race([dumped, this.gone]);
    if (message === undefined) throw new Error(`The embedded database could not be dumped: ${this.#reason}`);
    return message.dump;
  }

  /** Lets the process end while this thread runs, or no longer. */
  letEnd(mayEnd: boolean): void {
    if (mayEnd) this.#worker.unref();
    else this.#worker.ref();
  }

  /** Shuts the database down cleanly, so that it opens again without recovery. */
  async close(): Promise<void> {
    this.#say({ kind: 'close' });
    const overdue = setTimeout(() => void this.#worker.terminate(), CLOSE_WITHIN_MS);
    await this.gone;
    clearTimeout(overdue);
  }

  #take(message: FromWorker): void {
    if (message.kind === 'bytes') this.#streams.get(message.session)?.receive(message.bytes);
    else if (message.kind === 'lost') this.#breakStream(message.session, message.reason);
    else if (message.kind === 'warning') this.#log?.warn({ text: message.text }, 'The embedded database complains');
  }

  #say(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #next<Kind extends FromWorker['kind']>(kind: Kind): Promise<Extract<FromWorker, { kind: Kind }>> {
    return new Promise((resolve) => {
      const listen = (message: FromWorker): void => {
        if (message.kind !== kind) return;
        this.#worker.off('message', listen);
        resolve(message as Extract<FromWorker, { kind: Kind }>);
      };
      this.#worker.on('message', listen);
    });
  }

  #breakStream(session: number, reason: string): void {
    const stream = this.#streams.get(session);
    this.#streams.delete(session);
    stream?.destroy(Object.assign(new Error(reason), { code: 'ECONNRESET' }));
  }

  #breakStreams(): void {
    for (const session of [...this.#streams.keys()]) this.#breakStream(session, this.#reason);
  }
}

/** Starts the worker: the built file in a build, or the TypeScript source, compiled on load. */
function startWorker(workerData: WorkerStart): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url), { workerData });
  // Found from here, since code without a file looks beside the folder in which the process was started.
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs');
  const source = fileURLToPath(new URL('./worker.ts', import.meta.url));
  // Compiled by `require` within this thread: hooks for `import` would start one more thread for each database.
  const code = [compiler, source].map((file) => `require(${JSON.stringify(file)});`).join(' ');
  return new Worker(code, { eval: true, workerData, execArgv: [] });
}
