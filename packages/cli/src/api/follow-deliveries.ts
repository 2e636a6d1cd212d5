import type { DeliveryLogEntry } from '@parley/protocol';
import { pause } from '../until-stopped.ts';
import type { Client } from './client.ts';

export interface FollowOptions {
  /** How many that there are already are told first, oldest first; at most 200. */
  readonly past: number;
  /** Ends the following. Without it, only existing deliveries are listed. */
  readonly signal: AbortSignal | null;
  readonly everyMs?: number;
}

const lookedAt = 200;

/** Tells each delivery of an agent's log, and again whenever its state or its number of attempts changes. */
export async function followDeliveries(
  client: Client,
  agentId: string,
  { past, signal, everyMs = 1000 }: FollowOptions,
  tell: (entry: DeliveryLogEntry) => void,
): Promise<void> {
  const told = new Map<string, string>();
  for (let isFirst = true; ; isFirst = false) {
    const { items } = await client.call('listDeliveries', { params: { agentId }, query: { limit: lookedAt } });
    const fresh = items.filter((entry) => told.get(entry.deliveryId) !== standingOf(entry));
    told.clear();
    for (const entry of items) told.set(entry.deliveryId, standingOf(entry));
    for (const entry of fresh.slice(0, isFirst ? past : undefined).toReversed()) tell(entry);
    if (signal === null) return;
    await pause(everyMs, signal);
    if (signal.aborted) return;
  }
}

/** One line about a delivery. */
export function deliveryLine(entry: DeliveryLogEntry): string {
  const { createdAt, deliveryId, event, status, attemptCount, nextAttemptAt, handlerError } = entry;
  const next = nextAttemptAt === null || status === 'delivered' ? '' : `, next attempt at ${nextAttemptAt}`;
  const error = handlerError === null ? '' : `, its handler failed: ${handlerError.reason}`;
  const attempts = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  return `${createdAt}  ${deliveryId}  ${event}  ${status} (${attempts}${next})${error}`;
}

function standingOf({ status, attemptCount, nextAttemptAt, handlerError }: DeliveryLogEntry): string {
  return JSON.stringify([status, attemptCount, nextAttemptAt, handlerError]);
}
