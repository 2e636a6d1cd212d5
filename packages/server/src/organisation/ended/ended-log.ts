import type { Core } from '../../platform/routing/core.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { auditedEndings } from './audited-endings.ts';
import { sealLine, startOfLine, type Ended } from './ended-file.ts';
import { endedPlaces, type EndedPlace } from './ended-places.ts';
import { endedBy } from './endings.ts';

/** Keeps what ended outside of the database, for restores of older backups. */
export interface EndedLog {
  /** Resolves when everything is written. */
  stop(): Promise<void>;
}

type EndedApp = Pick<Core, 'config' | 'secrets' | 'clock' | 'log' | 'audit' | 'storage'>;

/** Entries that wait for a disk or a bucket. More are written when the server looks again. */
const waitingMax = 10_000;
const againMs = 10 * 60_000;
/** How far back the server looks: at its start, and later. */
const startBackMs = 7 * 86_400_000;
const againBackMs = 3_600_000;

/**
 * Opens the log: `ended.ndjson` in the data folder and in the folder of backups, and objects in the bucket. What the audit
 * log says has ended is written after its commit. At its start and each ten minutes the server looks into the audit log
 * for lines that are missing: those of a server that was killed before it wrote them, or of a disk that was full.
 */
export async function openEndedLog(app: EndedApp): Promise<EndedLog> {
  const { config, secrets, clock, log, audit, storage } = app;
  const key = secrets.derive('ended');
  const places = endedPlaces(config, key, clock.now);
  const warn = (error: unknown) => log.error({ err: error }, 'what ended was not recorded; trying again later');
  const line = (entry: Ended) => sealLine(entry, key);
  let backMs = startBackMs;
  let waiting: Ended[] = [];
  let writing: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (writing = writing.then(work).catch(warn));

  const write = async (): Promise<void> => {
    const lines = waiting.map(line);
    waiting = [];
    if (lines.length > 0) await Promise.all(places.map((place) => place.append(lines).catch(warn)));
  };
  const catchUp = async (): Promise<void> => {
    const since = new Date(clock.now() - backMs);
    // The next place is completed although one fails, which then fails again.
    const done = await Promise.allSettled(places.map((place) => writeMissing(storage.db, place, since, line)));
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    backMs = againBackMs;
  };

  const begin = sealLine({ kind: 'begin', id: '', at: new Date(clock.now()).toISOString() }, key);
  // The start does not wait for a bucket.
  const begun = places.map((place) => place.begin(begin).catch(warn));
  await Promise.all(begun.slice(0, config.assetsS3 === null ? begun.length : -1));
  void inTurn(async () => void (await Promise.all(begun)));

  const alarm = createAlarm(app, 'ended log', async () => {
    await inTurn(catchUp);
    return clock.now() + againMs;
  });
  alarm.wake();
  audit.onCommitted((rows) => {
    const ended = rows.map(endedBy).filter((entry) => entry !== null);
    if (ended.length === 0 || waiting.length + ended.length > waitingMax) return;
    waiting.push(...ended);
    void inTurn(write);
  });
  return {
    async stop() {
      await alarm.stop();
      await writing;
    },
  };
}

/** Writes what the audit log has and a place lacks. */
async function writeMissing(
  db: EndedApp['storage']['db'],
  place: EndedPlace,
  since: Date,
  line: (entry: Ended) => string,
): Promise<void> {
  const text = await place.read(since.getTime());
  for await (const entries of auditedEndings(db, since)) {
    const missing = entries.filter((entry) => !text.includes(startOfLine(entry)));
    if (missing.length > 0) await place.append(missing.map(line));
  }
}
