import type { App } from '../../chat/conversations/app.ts';
import { version } from '../../platform/settings/version.ts';
import { putReport } from './report-queries.ts';

/** Also how old a report is at most. */
export const everyMs = 60_000;

type ReportingApp = Pick<App, 'storage' | 'clock' | 'log' | 'engine' | 'timekeeper'>;

/**
 * Writes what this server says about itself for the overview, now and each minute. A failed attempt is left out.
 *
 * @param streams Returns how many event streams are open.
 */
export async function startReporting(
  { storage, clock, log, engine, timekeeper }: ReportingApp,
  streams: () => number,
): Promise<{ stop(): Promise<void> }> {
  const startedAt = new Date(clock.now());
  let stopped = false;
  let cancel: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  const report = async () => {
    const row = {
      node_id: engine.nodeId,
      version,
      started_at: startedAt,
      streams: streams(),
      clock_skew_seconds: timekeeper.skewMs() / 1000,
    };
    await putReport(storage.db, row, new Date(clock.now())).catch((error: unknown) =>
      log.debug({ err: error }, 'report for the overview was not written; tries again'),
    );
    if (!stopped)
      cancel = clock.after(
        everyMs,
        () => {
          running = report();
        },
        'beat',
      );
  };
  await report();
  return {
    async stop() {
      stopped = true;
      cancel?.();
      await running;
    },
  };
}
