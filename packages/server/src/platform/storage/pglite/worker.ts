import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { exchange, resetSession, runSql } from './raw-session.ts';
import { startParams } from './start-params.ts';
import { doUpkeep } from './upkeep.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** Worker thread for the embedded database, which blocks its thread while it runs. */

const UPKEEP_EVERY_MS = 10_000;
/** First byte of the one untyped message, which opens a connection. */
const UNTYPED = 0;

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker thread only.');

let database: PGlite;
let current = 0;
/** The first error that the database logged. */
let trouble: string | null = null;
/** Runs all work strictly in sequence. A rejection is deliberately not handled: it ends the thread. */
let queue = start();

async function start(): Promise<void> {
  database = await open(workerData as WorkerStart).catch((error: unknown) => {
    throw new Error(whyNotOpened(error, trouble));
  });
  say({ kind: 'ready' });
}

function open({ folder, image }: WorkerStart): Promise<PGlite> {
  return PGlite.create({
    dataDir: folder ?? 'memory://',
    startParams,
    ...(image === null ? {} : { loadDataDir: new Blob([image]) }),
    // An in-memory database is mostly for copies, and log segments are the largest part of a small database.
    ...(folder === null ? { initDbStartParams: ['--wal-segsize=1'] } : {}),
    onStderr: warnOfTrouble,
  });
}

port.on('message', (message: ToWorker) => {
  queue = queue.then(() => handle(message));
});

const upkeep = setInterval(() => {
  queue = queue.then(tidyUp);
}, UPKEEP_EVERY_MS);

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'bytes') return forward(message.session, message.bytes);
  if (message.kind === 'end') return endSession(message.session);
  if (message.kind === 'dump') return dumpDatabase();
  clearInterval(upkeep);
  await resetSession(database);
  await database.close();
  process.exit(0);
}

async function forward(session: number, bytes: Uint8Array): Promise<void> {
  if (bytes[0] === UNTYPED) await beginSession(session);
  if (session !== current) return say({ kind: 'lost', session, reason: 'Another connection has taken over.' });
  const answer = await exchange(database, bytes);
  say({ kind: 'bytes', session, bytes: answer }, [answer.buffer]);
}

/** All connections share one session in turn, so each begins with a reset of the state that the last one left. */
async function beginSession(session: number): Promise<void> {
  if (current !== 0) say({ kind: 'lost', session: current, reason: 'Another connection has taken over.' });
  await resetSession(database);
  current = session;
}

async function endSession(session: number): Promise<void> {
  if (session !== current) return;
  current = 0;
  await resetSession(database);
}

async function tidyUp(): Promise<void> {
  if (database.isInTransaction()) return;
  await doUpkeep(database).catch((error: unknown) => say({ kind: 'warning', text: `Upkeep failed: ${String(error)}` }));
}

/** Writes a checkpoint first, so that the copy opens without recovery. */
async function dumpDatabase(): Promise<void> {
  await runSql(database, 'checkpoint');
  const dump = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
  say({ kind: 'dumped', dump }, [dump.buffer]);
}

function warnOfTrouble(text: string): boolean {
  if (/\b(PANIC|FATAL)\b/.test(text)) {
    trouble ??= text.trim();
    say({ kind: 'warning', text });
  }
  return false;
}

function say(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}
