import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportDraftFolder, openExportStore, openStore } from '../../accounts/assets/open-store.ts';
import { sweepIncoming } from '../../accounts/assets/sweep-incoming.ts';
import type { App } from '../../chat/conversations/app.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { exportEntries } from './export-entries.ts';
import { claimExport, endExport, failSpent, noteAlive, type ExportRow } from './export-queries.ts';
import { writeZip } from './write-zip.ts';

type MakingApp = Pick<
  App,
  'storage' | 'config' | 'clock' | 'log' | 'hub' | 'timekeeper' | 'disk' | 'engine' | 'secrets'
>;

const aliveEveryMs = 10_000;
/** A server that says nothing for this long has ended, and another begins again. */
const silentMs = 60_000;
const lookMs = 60_000;
/** Longer than making an export takes. */
const draftMs = 86_400_000;
const draftsMax = 1_000;
const attemptsMax = 3;
/** The most that a bucket takes at once. */
const bytesMax = 5_000_000_000;

/**
 * Makes the exports that people asked for, one at a time on each server: those of a request at once, and those of a server that has
 * ended within two minutes.
 */
export function startExports(app: MakingApp): { stop(): Promise<void> } {
  const { storage, clock, timekeeper, hub } = app;
  let isStopped = false;
  const alarm = createAlarm(
    app,
    'exports',
    async () => {
      while (!isStopped && !timekeeper.jobsWait()) {
        const now = clock.now();
        const silentSince = new Date(now - silentMs);
        await failSpent(storage.db, silentSince, attemptsMax);
        const row = await claimExport(storage.db, new Date(now), silentSince, attemptsMax);
        if (row === null) break;
        await makeExport(app, row, () => isStopped);
      }
      return clock.now() + lookMs;
    },
    'beat',
  );
  const end = hub.onServer(({ type }) => {
    if (type === 'exportAsked' || type === 'resync') alarm.wake();
  });
  // Files have the time of the machine. Drafts that a crash has left go at the next start.
  void sweepIncoming(exportDraftFolder(app.config), systemClock.now() - draftMs, draftsMax).catch((error: unknown) =>
    app.log.warn({ err: error }, 'drafts of exports were not removed'),
  );
  alarm.wake();
  return {
    async stop() {
      isStopped = true;
      end();
      await alarm.stop();
    },
  };
}

/** Makes one export. A failure is recorded; a server that stops leaves it to another. */
async function makeExport(app: MakingApp, row: ExportRow, isStopped: () => boolean): Promise<void> {
  const { storage, config, clock, log, disk } = app;
  const store = openExportStore(config);
  const path = join(exportDraftFolder(config), `${row.export_id}.${row.attempts}`);
  let isOurs = true;
  const heart = setInterval(() => {
    noteAlive(storage.db, row, new Date(clock.now())).then(
      (is) => (isOurs = is),
      () => undefined,
    );
  }, aliveEveryMs);
  try {
    await mkdir(exportDraftFolder(config), { recursive: true, mode: 0o700 });
    const entries = guarded(exportEntries(app, openStore(config), row.user_id), () => isOurs && !isStopped());
    const size = await disk.writing(() => writeZip(path, entries, { mtime: row.created_at, bytesMax }));
    await disk.writing(() => store.put(row.export_id, path));
    // It may have been ended while it was made, such as by the erasure of its person.
    if (!(await endExport(storage.db, row, { state: 'ready', size_bytes: size }))) await store.delete(row.export_id);
    log.info({ exportId: row.export_id, sizeBytes: size }, 'made an export');
  } catch (error) {
    if (isStopped()) return void (await noteAlive(storage.db, row, null));
    log.error({ err: error, exportId: row.export_id }, 'export failed');
    await endExport(storage.db, row, { state: 'failed', size_bytes: null });
  } finally {
    clearInterval(heart);
    await rm(path, { force: true }).catch(() => undefined);
  }
}

async function* guarded<T>(items: AsyncIterable<T>, mayGoOn: () => boolean): AsyncGenerator<T> {
  for await (const item of items) {
    if (!mayGoOn()) throw new Error('The export was ended while it was made.');
    yield item;
  }
}
