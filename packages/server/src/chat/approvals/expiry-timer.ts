import type { App } from '../conversations/app.ts';
import { createAlarm } from '../../platform/time/alarm.ts';
import { expireApprovals } from './expire-approvals.ts';

/** Expires approvals on time. Sleeps until the next one is due. */
export interface ExpiryTimer {
  start(): void;
  stop(): Promise<void>;
}

/** With several servers a signal may be lost, so each also sweeps at this interval. A single server needs no sweep. */
const sweepMs = 60_000;
/** While the time cannot be trusted, checks at this interval whether it can. */
const waitMs = 5_000;

export function createExpiryTimer(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'timekeeper' | 'hub' | 'log'>,
): ExpiryTimer {
  const { storage, clock, timekeeper, hub } = app;
  const alarm = createAlarm(app, 'approval expiry', async () => {
    if (timekeeper.jobsWait()) return clock.now() + waitMs;
    const next = await expireApprovals(app);
    return storage.kind === 'pglite' ? next : Math.min(next ?? Infinity, clock.now() + sweepMs);
  });
  let end: () => void = () => undefined;
  return {
    start() {
      end = hub.onServer((signal) => {
        if (signal.type === 'approvalAsked') alarm.at(signal.expiresAt);
        else if (signal.type === 'resync') alarm.wake();
      });
      alarm.wake();
    },
    async stop() {
      end();
      await alarm.stop();
    },
  };
}
