import { limits, type DeliveryStatus } from '@parley/protocol';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Claimed } from '../delivery.ts';
import { deliveryMoves, statusOf } from '../delivery-moves.ts';

export interface RetrySchedule {
  /** Delay after the first attempt, the second, and so on, in milliseconds. The last one repeats. */
  readonly delaysMs: readonly number[];
  readonly maxAttempts: number;
}

/** The effect of an attempt on its delivery. */
export interface Settlement {
  readonly status: DeliveryStatus;
  /** When the next attempt is due; null if the delivery has ended. */
  readonly nextAttemptAt: Date | null;
}

/** Returns the schedule that the operator has set. */
export function scheduleOf({
  retryDelaysMs: delaysMs,
  maxAttempts,
}: Pick<Config, 'retryDelaysMs' | 'maxAttempts'>): RetrySchedule {
  return { delaysMs, maxAttempts };
}

/**
 * Decides what follows an attempt. Jitter lengthens a delay by at most a tenth; `Retry-After` lengthens it to at most
 * twice.
 *
 * @param random From 0 to 1.
 */
export function settlementOf(
  delivery: Pick<Claimed, 'attemptCount' | 'attemptsBefore' | 'crashCount'>,
  result: Pick<AttemptResult, 'outcome' | 'permanent' | 'retryAfterMs'>,
  schedule: RetrySchedule,
  nowMs: number,
  random: number = Math.random(),
): Settlement {
  if (result.outcome === 'delivered') return settled('deliver');
  const made = delivery.attemptCount - delivery.attemptsBefore + 1;
  const isOver = result.permanent || isQuarantine(delivery, result) || made >= schedule.maxAttempts;
  if (isOver) return settled('give_up');
  const delayMs = schedule.delaysMs[Math.min(made, schedule.delaysMs.length) - 1] ?? 0;
  const askedMs = Math.min(result.retryAfterMs ?? 0, 2 * delayMs);
  return settled('fail', new Date(nowMs + Math.max(delayMs * (1 + random / 10), askedMs)));
}

/** A result has the same effect in every leased state, so the row `sending` serves for all. */
function settled(move: 'deliver' | 'fail' | 'give_up', nextAttemptAt: Date | null = null): Settlement {
  return { status: statusOf(deliveryMoves.sending[move]), nextAttemptAt };
}

/** Returns whether a delivery has crashed too many attempts to be tried again. */
export function isQuarantine(
  { crashCount }: Pick<Claimed, 'crashCount'>,
  { outcome }: Pick<AttemptResult, 'outcome'>,
): boolean {
  return outcome === 'crashed' && crashCount + 1 >= limits.crashesBeforeQuarantine;
}
