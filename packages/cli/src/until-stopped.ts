import { constants } from 'node:os';
import { exitCodes } from './failure.ts';

/** Aborts at the first Ctrl+C or SIGTERM; a second one ends the process at once. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Not by the signal itself: only `process.exit` lets `runProgram` kill what it has started.
      if (stopping.signal.aborted) process.exit(128 + constants.signals[signal]);
      stopping.abort();
    });
  }
  return stopping.signal;
}

/** Ends the process as soon as `signal` aborts, for work that cannot be cancelled. The returned function ends this. */
export function exitWhenStopped(signal: AbortSignal): () => void {
  const exit = () => process.exit(exitCodes.ok);
  if (signal.aborted) exit();
  signal.addEventListener('abort', exit);
  return () => signal.removeEventListener('abort', exit);
}

/** Waits, or less where `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
