import type { App } from '../../chat/conversations/app.ts';
import { findNextInForce } from '../../chat/conversations/retention-queries.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { purgeMessages } from './purge-messages.ts';

type PurgingApp = Pick<App, 'commit' | 'storage' | 'clock' | 'secrets' | 'log' | 'timekeeper'>;

const pauseMs = 60_000;
/** Messages that one run purges at most are this times the batch, so that a stop does not wait for all. */
const batchesMax = 1_000;

/**
 * Purges messages that are kept no longer: at the start, each minute, and when a rule comes into force. It pauses while
 * the clock cannot be trusted.
 */
export function startPurging(app: PurgingApp): { stop(): Promise<void> } {
  const { clock, storage, timekeeper } = app;
  let stopped = false;
  const alarm = createAlarm(
    app,
    'purges',
    async () => {
      for (let batch = 0; batch < batchesMax && !stopped && !timekeeper.jobsWait(); batch++)
        if (!(await purgeMessages(app))) break;
      const now = clock.now();
      const inForceAt = (await findNextInForce(storage.db, new Date(now)))?.getTime() ?? Infinity;
      return Math.min(now + pauseMs, inForceAt);
    },
    'beat',
  );
  alarm.wake();
  return {
    async stop() {
      stopped = true;
      await alarm.stop();
    },
  };
}
