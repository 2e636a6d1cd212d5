import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Signal } from '../../platform/signals/signal.ts';

/**
 * Counts deliveries that ended without an attempt (withdrawn, or their conversation ended). Reads them from the signals
 * of the committed transaction.
 */
export function countEnded(
  metrics: Pick<Metrics, 'deliveriesEnded' | 'deliveriesFailed'>,
  signals: readonly Signal[],
): void {
  let [withdrawn, conversationEnded] = [0, 0];
  for (const signal of signals) {
    if (signal.type === 'deliveriesWithdrawn') withdrawn += signal.deliveryIds.length;
    else if (signal.type === 'laneEnded') conversationEnded += signal.ended;
  }
  if (withdrawn + conversationEnded === 0) return;
  metrics.deliveriesEnded({ failed: withdrawn + conversationEnded });
  metrics.deliveriesFailed({ withdrawn, room_ended: conversationEnded });
}
