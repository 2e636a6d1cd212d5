import type { App } from '../conversations/app.ts';
import { createAlarm } from '../time/alarm.ts';
import { expireApprovals } from './expire-approvals.ts';

/** Expires approvals on time. It sleeps until the next one is due. */
export interface ExpiryTimer {
  start(): void;
  stop(): Promise<void>;
}

/** With several servers a signal may be lost, so each looks again this often. A lone server plans everything itself. */
const sweepMs = 60_000;

export function createExpiryTimer(
  app: Pick<App, 'commit' | 'storage' | 'clock' | 'hub' | 'log' | 'beliefs'>,
): ExpiryTimer {
  const { storage, clock, hub } = app;
  const alarm = createAlarm(app, 'approval expiry', async () => {
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
