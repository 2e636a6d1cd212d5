import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { signerOf } from '../../accounts/agents/credential-queries.ts';
import { isLiveAt } from '../../accounts/agents/queries.ts';
import { fixedStatement, type Parts } from '../../platform/storage/fixed-statement.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { NewDelivery } from './delivery.ts';
import type { EnqueuePlan, Placed } from './engine.ts';
import { isLaneBlocked } from './lane-queries.ts';
import { isHeldNowhere } from '../carriers/stream-queries.ts';

/**
 * Stores and queues deliveries; leases to this server those that it wants. A delivery waits in the database instead if
 * its lane has an earlier first attempt that this server does not hold, so that the lane stays in order.
 *
 * If the plan predicts that the first attempt fails, the delivery is written as that attempt would leave it.
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  plan: PlacingPlan & Pick<EnqueuePlan, 'wanted'>,
): Promise<Placed> {
  const queue = plan.predictions.agents.length > 0 ? queuePredicted : queueDeliveries;
  const rows = await queue(tx, {
    plan,
    queued: deliveries.map((delivery, place) => ({
      ...delivery,
      isWanted: plan.wanted[place],
      retryAt: plan.predictions.retryAt[place],
    })),
  });
  return readPlaced(rows);
}

type PlacingPlan = Pick<EnqueuePlan, 'nodeId' | 'predictions'>;

interface Queueing {
  readonly plan: PlacingPlan;
  readonly queued: readonly (NewDelivery & {
    readonly isWanted: boolean | undefined;
    readonly retryAt: Date | null | undefined;
  })[];
}

const queueDeliveries = fixedStatement<Queueing, PlacedRow>((parts) => queueing(parts, false));
const queuePredicted = fixedStatement<Queueing, PlacedRow>((parts) => queueing(parts, true));

function queueing(parts: Parts<Queueing>, predictFailure: boolean): RawBuilder<PlacedRow> {
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
  return sql<PlacedRow>`
    with queued as (select * from ${queued}), ${placed(parts, ({ plan }) => plan, predictFailure)}
    ${placedRows}`;
}

/**
 * Returns the part of a statement that stores and queues the rows of its part `queued`. Its part `placed` returns the
 * ids with `lease_owner` (null unless leased to this server) and `attempt_count` (1 if a failed first attempt was
 * written too). Without `predictFailure` the statement has no prediction; a row with a null `retry_at` has none either.
 *
 * A delivery is due at once, even if its message has a later time, which keeps the conversation in order.
 */
export function placed<Args>(
  { value, rows }: Parts<Args>,
  planOf: (args: Args) => PlacingPlan,
  predictFailure: boolean,
): RawBuilder<unknown> {
  const nodeId = value((args) => planOf(args).nodeId);
  const at = value((args) => planOf(args).predictions.at);
  const absent = () => sql`
    absent as materialized (
      -- Agents whose first attempt would fail, if the database confirms the prediction: the agent is live, has this
      -- transport and address and this credential, and no server has a stream to it.
      select given.agent_id, given.outcome, given.error from ${rows((args) => planOf(args).predictions.agents, {
        agent_id: ['text', (agent) => agent.agentId],
        transport: ['text', (agent) => agent.transport],
        webhook_url: ['text', (agent) => agent.webhookUrl],
        signer: ['text', (agent) => agent.credentialId],
        outcome: ['text', (agent) => agent.result.outcome],
        error: ['text', (agent) => agent.result.error],
      })}
      where ${isLiveAt(sql`given.agent_id`, sql`given.transport`, sql`given.webhook_url`)} and ${signerOf(sql`given.agent_id`)} = given.signer
        and ${isHeldNowhere(sql`given.agent_id`)}
    ), `;
  const tried = sql`, tried as (
      -- First attempts that were predicted to fail, as an attempt would have recorded them.
      insert into delivery_attempts (delivery_id, attempt, fence, started_at, duration_ms, outcome, error)
      select delivery_id, 1, 1, ${at}::timestamptz, 0, outcome, error from checked where outcome is not null order by place
    )`;
  return sql`
    ${predictFailure ? absent() : sql``}checked as materialized (
      -- Decides for each delivery whether this server takes it (ready): it wants the delivery, and no first attempt of
      -- the same lane (conversation and agent) waits that this server does not hold. Then messages stay in order.
      select q.*, ${predictFailure ? sql`a.error, case when q.ready and q.retry_at is not null then a.outcome end` : sql`null::text`} as outcome
      from (
        select q.*, q.wanted and not ${isLaneBlocked(sql`q`, nodeId)} as ready
        from queued q
      ) q ${predictFailure ? sql`left join absent a on a.agent_id = q.agent_id` : sql``}
    ), stored as (
      -- The log of deliveries.
      insert into deliveries (delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop,
                              event, body, created_at, trace)
      select delivery_id, agent_id, conversation_id, message_id, task_id, user_id, human_origin, hop, event, body,
             created_at, trace
      from queued order by place
    ), placed as (
      -- The queue. A delivery is leased to this server, waits in the database, or has had its failed first attempt.
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at, lease_owner, fence, held,
                                  attempt_count, last_outcome)
      select delivery_id, agent_id, conversation_id, case when outcome is null then least(created_at, ${at}::timestamptz) else retry_at end,
             case when ready and outcome is null then ${nodeId}::text end, case when ready then 1 else 0 end,
             case when not ready then 'window' end, case when outcome is null then 0 else 1 end, outcome
      from checked order by place
      returning delivery_id, lease_owner, attempt_count
    )${predictFailure ? tried : sql``}`;
}

/** A delivery that was placed. */
export interface PlacedRow {
  readonly delivery_id: DeliveryId;
  readonly mine: boolean;
  readonly predicted: boolean;
}

/** The final query of such a statement. */
export const placedRows = sql<PlacedRow>`
  select p.delivery_id, p.lease_owner is not null as mine, p.attempt_count > 0 as predicted from placed p`;

export function readPlaced(rows: readonly PlacedRow[]): Placed {
  return new Map(rows.map((row) => [row.delivery_id, row.mine ? 'leased' : row.predicted ? 'predicted' : 'waits']));
}
