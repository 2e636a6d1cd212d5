import type { DenyPending } from '../messages/drafts/stop-message.ts';
import { authorizeMove } from './approval.ts';
import { markEnded, type EndApp } from './end-approval.ts';
import { lockPendingOf } from './queries.ts';

/**
 * Denies what waits for approvals that were asked for with deliveries whose answer is stopped, as their owner would: that is the
 * sender, who stops it. Approvals whose time is over are left to expire.
 */
export function denyPending(app: EndApp): DenyPending {
  return async (work, transcript, deliveryIds) => {
    for (const row of await lockPendingOf(work.tx, deliveryIds)) {
      if (authorizeMove(row, 'denied', app.clock.now()) === 'moves')
        await markEnded(work, app, transcript, row, 'denied');
    }
  };
}
