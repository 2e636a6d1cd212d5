import { sql } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Tx } from '../../../platform/storage/storage.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Standing } from '../delivery-moves.ts';
import type { Settlement } from '../lease/retry.ts';
import type { Changed } from '../lease/settle-queries.ts';
import { isStopped } from '../stopped-queries.ts';

/** A locked delivery, with the columns that decisions about it need. */
export interface StandingRow extends Standing, Changed {
  readonly delivery_id: DeliveryId;
  readonly attempts_before: number;
  readonly crash_count: number;
  readonly dispatched_at: Date | null;
  /** Number of claims. */
  readonly fence: number;
  /** Whether a person has stopped the answer to the delivery. */
  readonly stopped: boolean;
}

/**
 * Locks an agent's delivery for the transaction; null if the agent has no such delivery. Locks the delivery first, then
 * its queue row, as everywhere; reads after both locks.
 */
export async function lockStanding(tx: Tx, agentId: AgentId, deliveryId: DeliveryId): Promise<StandingRow | null> {
  const [, , { rows }] = await Promise.all([
    sql`select from deliveries where delivery_id = ${deliveryId} and agent_id = ${agentId} for update`.execute(tx),
    sql`select from delivery_queue where delivery_id = ${deliveryId} and agent_id = ${agentId} for update`.execute(tx),
    sql<StandingRow>`
      select delivery_id, message_id as "messageId", conversation_id as "conversationId", user_id as "userId", status,
             attempt_count, attempts_before, crash_count, dispatched_at, fence, open, lease_owner is not null as leased, has_body,
             last_outcome, ${isStopped(sql`delivery_standings.delivery_id`)} as stopped
      from delivery_standings where delivery_id = ${deliveryId} and agent_id = ${agentId}`.execute(tx),
  ]);
  return rows[0] ?? null;
}

/**
 * Gives a locked delivery a new set of attempts. Attempt and claim numbers continue, so a result of an earlier claim
 * never matches a later one.
 */
export async function restartDelivery(tx: Tx, row: StandingRow, now: Date): Promise<void> {
  const { delivery_id: deliveryId, attempt_count: count, fence, dispatched_at: dispatchedAt } = row;
  await Promise.all([
    sql`
      update deliveries set ended_as = null, ended_by = null, ended_fence = null where delivery_id = ${deliveryId}`.execute(
      tx,
    ),
    sql`
      insert into delivery_queue (delivery_id, agent_id, conversation_id, attempt_count, attempts_before, fence, dispatched_at,
                                  next_attempt_at)
      select delivery_id, agent_id, conversation_id, ${count}::int, ${count}::int, ${fence + 1}::int, ${dispatchedAt}::timestamptz,
             ${now}::timestamptz
      from deliveries where delivery_id = ${deliveryId}
      on conflict (delivery_id) do update set
        next_attempt_at = excluded.next_attempt_at, attempts_before = excluded.attempts_before, crash_count = 0, held = null,
        fence = excluded.fence`.execute(tx),
  ]);
}

/** An agent's acknowledgement and its effect on the delivery. */
export interface Said {
  readonly settlement: Settlement;
  readonly result: Pick<AttemptResult, 'outcome' | 'error' | 'statusCode' | 'responseSnippet' | 'via'>;
  readonly now: Date;
}

/**
 * Settles a locked delivery by its agent's acknowledgement. This ends the running attempt, whichever server holds the
 * lease. Without a running attempt, the acknowledgement belongs to an attempt that is already recorded.
 */
export async function settleAcknowledged(tx: Tx, row: StandingRow, said: Said): Promise<void> {
  const { nextAttemptAt } = said.settlement;
  await Promise.all([
    nextAttemptAt === null ? endAcknowledged(tx, row, said) : putBack(tx, row, said, nextAttemptAt),
    row.leased ? recordAcknowledged(tx, row, said) : undefined,
  ]);
}

async function endAcknowledged(tx: Tx, row: StandingRow, { settlement, result: { outcome } }: Said): Promise<void> {
  await Promise.all([
    sql`delete from delivery_queue where delivery_id = ${row.delivery_id}`.execute(tx),
    sql`
      update deliveries
      set ended_as = ${settlement.status}, ended_by = ${outcome}, ended_fence = ${row.fence},
          body = case when event = 'form.submitted' then null else body end
      where delivery_id = ${row.delivery_id}`.execute(tx),
  ]);
}

async function putBack(tx: Tx, row: StandingRow, { result: { outcome } }: Said, nextAttemptAt: Date): Promise<void> {
  await sql`
    update delivery_queue
    set next_attempt_at = ${nextAttemptAt}, last_outcome = ${outcome}, attempt_count = attempt_count + ${row.leased ? 1 : 0},
        lease_owner = null, held = null, fence = fence + 1
    where delivery_id = ${row.delivery_id}`.execute(tx);
}

async function recordAcknowledged(tx: Tx, row: StandingRow, { result, now }: Said): Promise<void> {
  const startedAt = row.dispatched_at ?? now;
  const durationMs = Math.max(0, now.getTime() - startedAt.getTime());
  await sql`
    insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome,
                                   status_code, error, response_snippet)
    values (${row.delivery_id}, ${row.attempt_count + 1}, ${row.fence}, ${row.dispatched_at}::timestamptz, ${startedAt},
            ${durationMs}, ${result.outcome}, ${result.statusCode}, ${result.error}, ${result.responseSnippet})`.execute(
    tx,
  );
  if (result.via === 'listener')
    await sql`
      insert into listened_attempts (delivery_id, attempt) values (${row.delivery_id}, ${row.attempt_count + 1})`.execute(
      tx,
    );
}
