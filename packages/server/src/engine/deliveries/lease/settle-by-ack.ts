import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import { deliveryMoves, stateOf } from '../delivery-moves.ts';
import { settlementOf, type RetrySchedule } from './retry.ts';
import type { Changed } from './settle-queries.ts';
import { lockStanding, settleAcknowledged } from '../log/standing-queries.ts';

/** An acknowledgement, as the result that it reports. */
export interface Ack {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly result: Omit<AttemptResult, 'sent'>;
}

export interface SettledByAck {
  readonly matched: boolean;
  readonly changed: Changed | null;
  /** Whether the delivery has ended. */
  readonly isOver: boolean;
}

const untouched: SettledByAck = { matched: false, changed: null, isOver: false };

/**
 * Settles a delivery by an acknowledgement that came late or reached a server without the stream.
 *
 * @returns null if the agent has no such delivery; otherwise whether an attempt was still waiting, and what changed.
 */
export async function settleByAck(
  tx: Tx,
  { deliveryId, agentId, result }: Ack,
  schedule: RetrySchedule,
  nowMs: number,
): Promise<SettledByAck | null> {
  const row = await lockStanding(tx, agentId, deliveryId);
  if (!row) return null;
  const moves = deliveryMoves[stateOf(row)];
  if (moves[result.outcome === 'delivered' ? 'accept' : 'reject'] === null) return untouched;
  const { attempt_count: attemptCount, attempts_before: attemptsBefore, crash_count: crashCount } = row;
  const settlement = settlementOf({ attemptCount, attemptsBefore, crashCount }, result, schedule, nowMs);
  await settleAcknowledged(tx, row, { settlement, result, now: new Date(nowMs) });
  return { matched: row.leased, changed: row, isOver: settlement.nextAttemptAt === null };
}
