import { sql } from 'kysely';
import type { ConversationId, DeliveryId, MessageId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import type { AttemptResult } from './carriers/attempt-result.ts';
import type { Claimed, Held } from './delivery.ts';
import type { Settlement } from './retry.ts';

/** An attempt that is over, and what it makes of its delivery. */
export interface Settled {
  /** The name under which this server held the lease. */
  readonly nodeId: string;
  readonly delivery: Claimed;
  readonly result: AttemptResult;
  readonly settlement: Settlement;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface SettledRow {
  readonly delivery_id: DeliveryId;
  readonly message_id: MessageId | null;
  readonly conversation_id: ConversationId;
  readonly user_id: UserId;
}

/**
 * Records attempts and their outcomes, one statement for all. What this server no longer holds is left alone: another
 * has it in hand, and this result came too late. The body of a form answer goes with its last attempt.
 */
export async function settle(db: Db | Tx, settled: readonly Settled[]): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    with outcome as materialized (
      select * from unnest(
        ${settled.map((s) => s.delivery.deliveryId)}::text[], ${settled.map((s) => s.delivery.fence)}::int[],
        ${settled.map((s) => s.settlement.status)}::text[], ${settled.map((s) => s.settlement.nextAttemptAt)}::timestamptz[],
        ${settled.map((s) => s.result.outcome)}::text[], ${settled.map((s) => s.result.sent)}::boolean[],
        ${settled.map((s) => s.startedAt)}::timestamptz[], ${settled.map((s) => Math.round(s.durationMs))}::int[],
        ${settled.map((s) => s.result.statusCode)}::int[], ${settled.map((s) => s.result.error)}::text[],
        ${settled.map((s) => s.result.responseSnippet)}::text[], ${settled.map((s) => s.nodeId)}::text[]
      ) as o (delivery_id, fence, status, next_attempt_at, outcome, sent, started_at, duration_ms, status_code, error,
              response_snippet, node_id)
    ), updated as (
      update deliveries d
      set status = o.status, next_attempt_at = o.next_attempt_at, last_outcome = o.outcome,
          attempt_count = d.attempt_count + 1,
          crash_count = d.crash_count + case when o.outcome = 'crashed' then 1 else 0 end,
          dispatched_at = coalesce(d.dispatched_at, case when o.sent then o.started_at end),
          lease_owner = null,
          body = case when d.event = 'form.submitted' and o.next_attempt_at is null then null else d.body end
      from outcome o
      where d.delivery_id = o.delivery_id and d.lease_owner = o.node_id and d.fence = o.fence
      returning d.delivery_id, d.attempt_count, d.message_id, d.conversation_id, d.user_id
    ), recorded as (
      insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, error,
                                     response_snippet)
      select u.delivery_id, u.attempt_count, o.started_at, o.duration_ms, o.outcome, o.status_code, o.error,
             o.response_snippet
      from updated u join outcome o using (delivery_id)
    )
    select delivery_id, message_id, conversation_id, user_id from updated`.execute(db);
  return rows;
}

/** Lets go of deliveries without an attempt: they wait outside the index of due ones (`held`), or are due again at once (null). */
export async function letGo(
  db: Db,
  nodeId: string,
  deliveries: readonly Pick<Claimed, 'deliveryId' | 'fence'>[],
  held: Held | null,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update deliveries d set lease_owner = null, held = ${held}::text
    from unnest(${deliveries.map((d) => d.deliveryId)}::text[], ${deliveries.map((d) => d.fence)}::int[]) as g (delivery_id, fence)
    where d.delivery_id = g.delivery_id and d.lease_owner = ${nodeId} and d.fence = g.fence`.execute(db);
}

/** Notes when bytes first went out, for attempts that take their time to be answered. */
export async function markDispatched(
  db: Db,
  nodeId: string,
  sent: readonly { readonly deliveryId: DeliveryId; readonly at: Date }[],
): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    update deliveries d set dispatched_at = s.at
    from unnest(${sent.map((s) => s.deliveryId)}::text[], ${sent.map((s) => s.at)}::timestamptz[]) as s (delivery_id, at)
    where d.delivery_id = s.delivery_id and d.lease_owner = ${nodeId} and d.dispatched_at is null
    returning d.delivery_id, d.message_id, d.conversation_id, d.user_id`.execute(db);
  return rows;
}
