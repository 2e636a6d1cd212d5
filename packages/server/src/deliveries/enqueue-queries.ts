import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import type { NewDelivery } from './delivery.ts';

/**
 * Stores deliveries and queues them, those that this server wants already leased to it. A delivery whose lane has an earlier first
 * attempt that is not in this server's hands waits in the database instead, so that the lane stays in order.
 *
 * @returns the ids of those that are this server's now.
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  wanted: readonly boolean[],
  nodeId: string,
): Promise<Set<DeliveryId>> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    with queued as (
      select * from unnest(
        ${deliveries.map((d) => d.deliveryId)}::text[], ${deliveries.map((d) => d.agentId)}::text[],
        ${deliveries.map((d) => d.conversationId)}::text[], ${deliveries.map((d) => d.messageId)}::text[],
        ${deliveries.map((d) => d.taskId)}::text[], ${deliveries.map((d) => d.userId)}::text[],
        ${deliveries.map((d) => d.humanOrigin)}::boolean[], ${deliveries.map((d) => d.hop)}::int[],
        ${deliveries.map((d) => d.event)}::text[], ${deliveries.map((d) => d.body)}::bytea[],
        ${deliveries.map((d) => d.createdAt)}::timestamptz[], ${deliveries.map((d) => d.trace)}::text[],
        ${wanted}::boolean[]
      ) with ordinality as q (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
                              event, body, created_at, trace, wanted, place)
    ), ${placed(nodeId)}
    select delivery_id from placed where lease_owner is not null`.execute(tx);
  return new Set(rows.map((row) => row.delivery_id));
}

/**
 * Part of a statement: stores and queues what is in its part `queued`. Its part `placed` has the ids, each with `lease_owner`, which
 * is null where it waits in the database.
 */
export function placed(nodeId: string): RawBuilder<unknown> {
  return sql`
    judged as materialized (
      select q.*, q.wanted and not exists (
          select from delivery_queue p
          where p.conversation_id = q.conversation_id and p.agent_id = q.agent_id
            and p.attempt_count = 0 and p.lease_owner is distinct from ${nodeId}
          -- Looked up for each: a plan from when the queue was short would else read all of it.
          offset 0
        ) as mine
      from queued q
    ), stored as (
      insert into deliveries (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
                              event, body, created_at, trace)
      select delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop, event, body,
             created_at, trace
      from queued order by place
    ), placed as (
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at, lease_owner, fence, held)
      select delivery_id, agent_id, conversation_id, created_at, case when mine then ${nodeId} end,
             case when mine then 1 else 0 end, case when not mine then 'window' end
      from judged order by place
      returning delivery_id, lease_owner
    )`;
}
