import { createAlarm } from '../../time/alarm.ts';
import type { App } from '../../conversations/app.ts';
import { fireDue } from './fire-due.ts';
import { nextScheduleAt } from './queries.ts';

/** Fires schedules on time. It sleeps until the next one is due. */
export interface ScheduleClock {
  /** Fires no more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

/** With several servers the word that one was added may be lost, so each looks again this often. */
const sweepMs = 60_000;

export function startScheduleClock(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'hub' | 'log' | 'beliefs'>,
): ScheduleClock {
  const { storage, clock, hub } = app;
  const alarm = createAlarm(app, 'schedules', async () => {
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
