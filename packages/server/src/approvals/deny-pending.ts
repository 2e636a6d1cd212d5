import type { DenyPending } from '../messages/stop-message.ts';
import { judgeMove } from './approval.ts';
import { endSignals, markEnded, type EndApp, type Ended } from './end-approval.ts';
import { lockPendingOf } from './queries.ts';

/**
 * Denies what waits for approvals that were asked for with deliveries whose answer is stopped, as their owner would: that is the
 * sender, who stops it. Approvals whose time is over are left to expire.
 */
export function denyPending(app: EndApp): DenyPending {
  return async (tx, ledger, deliveryIds) => {
    const denied: Ended[] = [];
    for (const row of await lockPendingOf(tx, deliveryIds)) {
      if (judgeMove(row, 'denied', app.clock.now()) !== 'moves') continue;
      denied.push(await markEnded(tx, app, ledger, row, 'denied'));
    }
    return {
      signals: denied.flatMap(({ row }) => endSignals(row)),
      enqueued: denied.map(({ enqueued }) => enqueued),
    };
  };
}
