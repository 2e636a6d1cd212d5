import type { Metrics } from '../telemetry/metrics.ts';
import type { Signal } from '../signals/signal.ts';

/** Counts, by what is told once they are committed, deliveries that ended without an attempt: taken back, or with their conversation. */
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
