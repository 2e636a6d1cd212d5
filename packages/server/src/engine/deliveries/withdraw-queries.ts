import { sql, type RawBuilder } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import type { Dispatches } from './with-dispatches.ts';
import type { Changed } from './lease/settle-queries.ts';

/** A withdrawn delivery. */
export interface Withdrawn extends Changed {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
}

/** Returns the open deliveries of these agents with an id that meets a condition. */
export async function findOpenDeliveries(
  tx: Tx,
  agentIds: readonly AgentId[],
  isMeant: (deliveryId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<DeliveryId[]> {
  // Two halves, because each has an index.
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select o.delivery_id from (
      select delivery_id from delivery_queue where agent_id = any(${agentIds}::text[]) and lease_owner is null
      union all
      select delivery_id from delivery_queue where agent_id = any(${agentIds}::text[]) and lease_owner is not null
    ) o
    where ${isMeant(sql`o.delivery_id`)}`.execute(tx);
  return rows.map((row) => row.delivery_id);
}

/** How to withdraw deliveries that an agent has already received. */
export interface OfSent {
  /** If true, a delivery that was sent before and waits for a retry keeps its last outcome. */
  readonly keepOutcome: boolean;
  /** Dispatch times that may not be persisted yet. */
  readonly dispatches: Dispatches;
}

/**
 * Withdraws open deliveries, whichever server holds them. They end as failed, and the log records it as an attempt; a
 * result that arrives later is stale. Locks them in the order that settling uses.
 *
 * @returns the deliveries that were open.
 */
export async function withdrawDeliveries(
  tx: Tx,
  deliveryIds: readonly DeliveryId[],
  now: Date,
  { keepOutcome, dispatches }: OfSent = { keepOutcome: false, dispatches: new Map() },
): Promise<Withdrawn[]> {
  if (deliveryIds.length === 0) return [];
  const sent = [...dispatches];
  const { rows } = await sql<Withdrawn>`
    with log as materialized (
      select delivery_id from deliveries where delivery_id = any(${deliveryIds}::text[]) order by delivery_id for update
    ), locked as materialized (
      select q.delivery_id from delivery_queue q join log using (delivery_id) order by q.delivery_id for update of q
    ), gone as (
      delete from delivery_queue q using locked where q.delivery_id = locked.delivery_id
      returning q.delivery_id, q.attempt_count + 1 as attempt, q.fence, q.dispatched_at,
                case when ${keepOutcome} and q.lease_owner is null and q.dispatched_at is not null
                     then q.last_outcome end as kept
    ), recorded as (
      insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome, error)
      select delivery_id, attempt, fence, coalesce(dispatched_at, s.at), ${now}::timestamptz, 0, 'withdrawn',
             'The delivery was taken back.'
      from gone
      left join unnest(${sent.map(([id]) => id)}::text[], ${sent.map(([, at]) => at)}::timestamptz[]) as s (delivery_id, at)
        using (delivery_id)
      where kept is null
    ), ended as (
      update deliveries d
      set ended_as = 'failed', ended_by = coalesce(gone.kept, 'withdrawn'), ended_fence = gone.fence,
          body = case when d.event = 'form.submitted' then null else d.body end
      from gone where d.delivery_id = gone.delivery_id
    )
    select d.delivery_id as "deliveryId", d.agent_id as "agentId", d.message_id as "messageId",
           d.conversation_id as "conversationId", d.user_id as "userId"
    from deliveries d join gone using (delivery_id)`.execute(tx);
  return rows;
}
