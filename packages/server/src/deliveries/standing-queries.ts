import { sql } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import type { Standing } from './delivery-moves.ts';
import type { Settlement } from './retry.ts';
import type { SettledRow } from './settle-queries.ts';

/** A delivery under lock, with what a decision about it needs. */
export interface StandingRow extends Standing, SettledRow {
  readonly attempts_before: number;
  readonly crash_count: number;
  readonly dispatched_at: Date | null;
}

/** Locks an agent's delivery until the transaction is over; null where the agent has no such one. */
export async function lockStanding(tx: Tx, agentId: AgentId, deliveryId: DeliveryId): Promise<StandingRow | null> {
  const { rows } = await sql<StandingRow>`
    select delivery_id, message_id, conversation_id, user_id, status, attempt_count, attempts_before, crash_count,
           dispatched_at, next_attempt_at is not null as open, lease_owner is not null as leased,
           body is not null as has_body
    from deliveries where delivery_id = ${deliveryId} and agent_id = ${agentId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Gives a locked delivery a fresh set of attempts, its numbers going on. */
export async function restartDelivery(tx: Tx, deliveryId: DeliveryId, status: string, now: Date): Promise<void> {
  await sql`
    update deliveries
    set status = ${status}, next_attempt_at = ${now}, attempts_before = attempt_count, crash_count = 0, held = null,
        fence = fence + 1
    where delivery_id = ${deliveryId}`.execute(tx);
}

/**
 * Settles a locked delivery by what its agent said of it. That ends the attempt that is under way, whoever has it in hand;
 * where none is, what was said belongs to an attempt that is recorded already.
 */
export async function settleAcknowledged(
  tx: Tx,
  row: StandingRow,
  said: {
    readonly settlement: Settlement;
    readonly outcome: string;
    readonly error: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { settlement, outcome, error, now } = said;
  await sql`
    update deliveries
    set status = ${settlement.status}, next_attempt_at = ${settlement.nextAttemptAt}::timestamptz, last_outcome = ${outcome},
        attempt_count = attempt_count + ${row.leased ? 1 : 0}, lease_owner = null, held = null, fence = fence + 1,
        body = case when event = 'form.submitted' and ${settlement.nextAttemptAt}::timestamptz is null then null else body end
    where delivery_id = ${row.delivery_id}`.execute(tx);
  if (!row.leased) return;
  const startedAt = row.dispatched_at ?? now;
  await sql`
    insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, outcome, error)
    values (${row.delivery_id}, ${row.attempt_count + 1}, ${startedAt},
            ${Math.max(0, now.getTime() - startedAt.getTime())}, ${outcome}, ${error})`.execute(tx);
}
