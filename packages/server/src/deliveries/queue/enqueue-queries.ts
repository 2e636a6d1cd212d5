import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { signerOf } from '../../agents/credential-queries.ts';
import { isLiveAt } from '../../agents/queries.ts';
import type { Tx } from '../../storage/storage.ts';
import type { NewDelivery } from '../delivery.ts';
import type { EnqueuePlan, Placed } from '../engine.ts';
import { isHeldNowhere } from '../../carriers/relay/stream-queries.ts';

/**
 * Stores deliveries and queues them, those that this server wants already leased to it. A delivery whose lane has an earlier first
 * attempt that is not in this server's hands waits in the database instead, so that the lane stays in order.
 *
 * Where its agent is away, as the plan foresees, a delivery is written as its first attempt would leave it.
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  plan: Pick<EnqueuePlan, 'wanted' | 'nodeId' | 'foreseen'>,
): Promise<Placed> {
  const { rows } = await sql<{ delivery_id: DeliveryId; mine: boolean; foregone: boolean }>`
    with queued as (
      select * from unnest(
        ${deliveries.map((d) => d.deliveryId)}::text[], ${deliveries.map((d) => d.agentId)}::text[],
        ${deliveries.map((d) => d.conversationId)}::text[], ${deliveries.map((d) => d.messageId)}::text[],
        ${deliveries.map((d) => d.taskId)}::text[], ${deliveries.map((d) => d.userId)}::text[],
        ${deliveries.map((d) => d.humanOrigin)}::boolean[], ${deliveries.map((d) => d.hop)}::int[],
        ${deliveries.map((d) => d.event)}::text[], ${deliveries.map((d) => d.body)}::bytea[],
        ${deliveries.map((d) => d.createdAt)}::timestamptz[], ${deliveries.map((d) => d.trace)}::text[],
        ${plan.wanted}::boolean[], ${plan.foreseen.retryAt}::timestamptz[]
      ) with ordinality as q (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
                              event, body, created_at, trace, wanted, retry_at, place)
    ), ${placed(plan)}
    select delivery_id, lease_owner is not null as mine, attempt_count > 0 as foregone from placed`.execute(tx);
  const idsOf = (which: 'mine' | 'foregone') => new Set(rows.flatMap((row) => (row[which] ? [row.delivery_id] : [])));
  return { mine: idsOf('mine'), foregone: idsOf('foregone') };
}

/**
 * Part of a statement: stores and queues what is in its part `queued`. Its part `placed` has the ids, each with `lease_owner`, which
 * is null where it is not this server's, and `attempt_count`, which is 1 where its first attempt was written with it.
 */
export function placed({ nodeId, foreseen }: Pick<EnqueuePlan, 'nodeId' | 'foreseen'>): RawBuilder<unknown> {
  const { agents, at } = foreseen;
  return sql`
    absent as materialized (
      select a.agent_id, a.outcome, a.error
      from unnest(${agents.map((agent) => agent.agentId)}::text[], ${agents.map((agent) => agent.transport)}::text[],
                  ${agents.map((agent) => agent.webhookUrl)}::text[], ${agents.map((agent) => agent.credentialId)}::text[],
                  ${agents.map((agent) => agent.result.outcome)}::text[], ${agents.map((agent) => agent.result.error)}::text[])
        as a (agent_id, transport, webhook_url, signer, outcome, error)
      where ${isLiveAt(sql`a.agent_id`, sql`a.transport`, sql`a.webhook_url`)} and ${signerOf(sql`a.agent_id`)} = a.signer
        and ${isHeldNowhere(sql`a.agent_id`)}
    ), judged as materialized (
      select q.*, a.error, case when q.ready then a.outcome end as outcome
      from (
        select q.*, q.wanted and not exists (
            select from delivery_queue p
            where p.conversation_id = q.conversation_id and p.agent_id = q.agent_id
              and p.attempt_count = 0 and p.lease_owner is distinct from ${nodeId}
            -- Looked up for each: a plan from when the queue was short would else read all of it.
            offset 0
          ) as ready
        from queued q
      ) q left join absent a on a.agent_id = q.agent_id
    ), stored as (
      insert into deliveries (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
                              event, body, created_at, trace)
      select delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop, event, body,
             created_at, trace
      from queued order by place
    ), placed as (
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at, lease_owner, fence, held,
                                  attempt_count, last_outcome)
      select delivery_id, agent_id, conversation_id, case when outcome is null then created_at else retry_at end,
             case when ready and outcome is null then ${nodeId} end, case when ready then 1 else 0 end,
             case when not ready then 'window' end, case when outcome is null then 0 else 1 end, outcome
      from judged order by place
      returning delivery_id, lease_owner, attempt_count
    ), tried as (
      insert into delivery_attempts (delivery_id, attempt, fence, started_at, duration_ms, outcome, error)
      select delivery_id, 1, 1, ${at}::timestamptz, 0, outcome, error from judged where outcome is not null order by place
    )`;
}
