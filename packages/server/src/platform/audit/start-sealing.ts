import type { Logger } from 'pino';
import type { Storage } from '../storage/storage.ts';
import type { Clock } from '../time/clock.ts';
import { bySystem } from './act.ts';
import { findThere, type Head } from './audit-queries.ts';
import type { AuditTrail } from './trail.ts';

export interface Sealer {
  /** Seals what is left, and stops. */
  stop(): Promise<void>;
}

interface SealerApp {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: AuditTrail;
}

/** How long a row waits at most for its place in the chain. */
const delayMs = 500;
/** The wait after a failure, such as an outage of the database. */
const againMs = 5_000;
const checkpointMs = 60_000;
const checkpointRows = 64;
/** How many rows of its own a server remembers until they are sealed. */
const rememberedMax = 10_000;

/**
 * Seals the rows of the audit log in the background, and calls `checkpoint` with the end of the chain each minute and
 * each 64 rows in which it grew. A row that this server wrote and that is gone before it was sealed becomes a row of
 * its own, because the chain cannot show it.
 */
export function startSealing(app: SealerApp, checkpoint: (head: Head) => Promise<void>): Sealer {
  const { storage, clock, log, audit } = app;
  const written = new Set<string>();
  let running: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let cancelCheckpoint: (() => void) | null = null;
  let stopped = false;
  let told = { seq: -1, at: 0 };
  let newest: Head | null = null;

  const tell = async () => {
    cancelCheckpoint?.();
    cancelCheckpoint = null;
    if (newest === null || newest.seq === told.seq) return;
    told = { seq: newest.seq, at: clock.now() };
    await checkpoint(newest);
  };
  const miss = async (mine: readonly string[]) => {
    const there = await findThere(storage.db, mine);
    for (const rowId of mine.filter((id) => !there.has(id))) {
      log.error({ rowId }, 'audit row is gone before it was sealed: somebody changed the database');
      const row = await storage.transaction((tx) => audit.write(tx, bySystem, 'audit.row_missing', { rowId }));
      audit.committed([row]);
    }
  };
  const seal = async () => {
    const mine = [...written];
    if (mine.length > 0) await miss(mine);
    for (const rowId of mine) written.delete(rowId);
    newest = await audit.seal();
    if (told.seq === -1) told = { seq: newest.seq, at: clock.now() };
    if (newest.seq - told.seq >= checkpointRows || clock.now() - told.at >= checkpointMs) await tell();
    else if (newest.seq > told.seq && !stopped)
      cancelCheckpoint ??= clock.after(checkpointMs - (clock.now() - told.at), () => void run(tell));
  };
  const run = (job: () => Promise<void>): Promise<void> => {
    running = (running ?? Promise.resolve()).then(job).catch((error: unknown) => {
      log.warn({ err: error }, 'audit log was not sealed; tries again');
      plan(againMs);
    });
    return running;
  };
  const plan = (ms: number) => {
    if (stopped) return;
    cancel ??= clock.after(ms, () => {
      cancel = null;
      void run(seal);
    });
  };
  audit.onCommitted((rows) => {
    for (const { row_id: rowId } of rows) if (written.size < rememberedMax) written.add(rowId);
    plan(delayMs);
  });
  void run(seal);
  return {
    async stop() {
      stopped = true;
      cancel?.();
      await run(seal);
      await run(tell);
      cancelCheckpoint?.();
    },
  };
}
