import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { signerOf } from '../../agents/credential-queries.ts';
import { isLiveAt } from '../../agents/queries.ts';
import { fixedStatement, type Parts } from '../../storage/fixed-statement.ts';
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
  plan: PlacingPlan & Pick<EnqueuePlan, 'wanted'>,
): Promise<Placed> {
  const queue = plan.foreseen.agents.length > 0 ? queueForeseen : queueDeliveries;
  const rows = await queue(tx, {
    plan,
    queued: deliveries.map((delivery, place) => ({
      ...delivery,
      isWanted: plan.wanted[place],
      retryAt: plan.foreseen.retryAt[place],
    })),
  });
  const idsOf = (which: 'mine' | 'foregone') => new Set(rows.flatMap((row) => (row[which] ? [row.delivery_id] : [])));
  return { mine: idsOf('mine'), foregone: idsOf('foregone') };
}

type PlacingPlan = Pick<EnqueuePlan, 'nodeId' | 'foreseen'>;

interface Queueing {
  readonly plan: PlacingPlan;
  readonly queued: readonly (NewDelivery & {
    readonly isWanted: boolean | undefined;
    readonly retryAt: Date | null | undefined;
  })[];
}

interface QueuedRow {
  readonly delivery_id: DeliveryId;
  readonly mine: boolean;
  readonly foregone: boolean;
}

const queueDeliveries = fixedStatement<Queueing, QueuedRow>((parts) => queueing(parts, false));
const queueForeseen = fixedStatement<Queueing, QueuedRow>((parts) => queueing(parts, true));

function queueing(parts: Parts<Queueing>, foresees: boolean): RawBuilder<QueuedRow> {
  const queued = parts.rows(({ queued: deliveries }) => deliveries, {
    delivery_id: ['text', (d) => d.deliveryId],
    agent_id: ['text', (d) => d.agentId],
    conversation_id: ['text', (d) => d.conversationId],
    message_id: ['text', (d) => d.messageId],
    task_id: ['text', (d) => d.taskId],
    user_id: ['text', (d) => d.userId],
    human_origin: ['boolean', (d) => d.humanOrigin],
    hop: ['int', (d) => d.hop],
    event: ['text', (d) => d.event],
    body: ['bytea', (d) => d.body],
    created_at: ['timestamptz', (d) => d.createdAt],
    trace: ['text', (d) => d.trace],
    wanted: ['boolean', (d) => d.isWanted],
    retry_at: ['timestamptz', (d) => d.retryAt],
  });
  return sql<QueuedRow>`
    with queued as (select * from ${queued}), ${placed(parts, ({ plan }) => plan, foresees)}
    select delivery_id, lease_owner is not null as mine, attempt_count > 0 as foregone from placed`;
}

/**
 * Part of a statement: stores and queues what is in its part `queued`. Its part `placed` has the ids, each with `lease_owner`, which
 * is null where it is not this server's, and `attempt_count`, which is 1 where its first attempt was written with it. Where the plan
 * `foresees` nothing, nothing is said of first attempts.
 */
export function placed<Args>(
  { value, rows }: Parts<Args>,
  planOf: (args: Args) => PlacingPlan,
  foresees: boolean,
): RawBuilder<unknown> {
  const nodeId = value((args) => planOf(args).nodeId);
  const at = value((args) => planOf(args).foreseen.at);
  const agents = rows((args) => planOf(args).foreseen.agents, {
    agent_id: ['text', (agent) => agent.agentId],
    transport: ['text', (agent) => agent.transport],
    webhook_url: ['text', (agent) => agent.webhookUrl],
    signer: ['text', (agent) => agent.credentialId],
    outcome: ['text', (agent) => agent.result.outcome],
    error: ['text', (agent) => agent.result.error],
  });
  const absent = sql`
    absent as materialized (
      select given.agent_id, given.outcome, given.error from ${agents}
      where ${isLiveAt(sql`given.agent_id`, sql`given.transport`, sql`given.webhook_url`)} and ${signerOf(sql`given.agent_id`)} = given.signer
        and ${isHeldNowhere(sql`given.agent_id`)}
    ), `;
  const tried = sql`, tried as (
      insert into delivery_attempts (delivery_id, attempt, fence, started_at, duration_ms, outcome, error)
      select delivery_id, 1, 1, ${at}::timestamptz, 0, outcome, error from judged where outcome is not null order by place
    )`;
  return sql`
    ${foresees ? absent : sql``}judged as materialized (
      select q.*, ${foresees ? sql`a.error, case when q.ready then a.outcome end` : sql`null::text`} as outcome
      from (
        select q.*, q.wanted and not exists (
            select from delivery_queue p
            where p.conversation_id = q.conversation_id and p.agent_id = q.agent_id
              and p.attempt_count = 0 and p.lease_owner is distinct from ${nodeId}::text
            -- Looked up for each: a plan from when the queue was short would else read all of it.
            offset 0
          ) as ready
        from queued q
      ) q ${foresees ? sql`left join absent a on a.agent_id = q.agent_id` : sql``}
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
             case when ready and outcome is null then ${nodeId}::text end, case when ready then 1 else 0 end,
             case when not ready then 'window' end, case when outcome is null then 0 else 1 end, outcome
      from judged order by place
      returning delivery_id, lease_owner, attempt_count
    )${foresees ? tried : sql``}`;
}
