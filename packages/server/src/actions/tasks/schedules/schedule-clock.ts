import { createAlarm } from '../../../platform/time/alarm.ts';
import type { App } from '../../../chat/conversations/app.ts';
import { fireDue } from './fire-due.ts';
import { nextScheduleAt } from './queries.ts';

/** Fires schedules on time. Sleeps until the next one is due. */
export interface ScheduleClock {
  /** Fires no more. Resolves when a running batch is done. */
  stop(): Promise<void>;
}

/** Interval of checks with several servers, because the signal of a new schedule may be lost. */
const sweepMs = 60_000;
/** Interval of checks while the clock cannot be trusted. */
const waitMs = 5_000;

export function startScheduleClock(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'timekeeper' | 'hub' | 'log'>,
): ScheduleClock {
  const { storage, clock, timekeeper, hub } = app;
  const alarm = createAlarm(app, 'schedules', async () => {
    if (timekeeper.jobsWait()) return clock.now() + waitMs;
    await fireDue(app);
    const next = (await nextScheduleAt(storage.db))?.getTime() ?? null;
    return storage.kind === 'pglite' ? next : Math.min(next ?? Infinity, clock.now() + sweepMs);
  });
  const end = hub.onServer((signal) => {
    if (signal.type === 'scheduleAdded') alarm.at(signal.nextAt);
    else if (signal.type === 'resync') alarm.wake();
  });
  alarm.wake();
  return {
    async stop() {
      end();
      await alarm.stop();
    },
  };
}
