import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { ArrayParameter } from '../../../platform/storage/array-parameter.ts';
import { fixedStatement, type Columns } from '../../../platform/storage/fixed-statement.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { withoutWaiting } from '../../../platform/storage/without-waiting.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Claimed, ParkReason } from '../delivery.ts';
import type { Settlement } from './retry.ts';

/** A finished attempt and its effect on the delivery. */
export interface Settled {
  /** The node id under which this server held the lease. */
  readonly nodeId: string;
  readonly delivery: Claimed;
  readonly result: AttemptResult;
  readonly settlement: Settlement;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** A delivery with a new status: its message, and the sender of that message. */
export type Changed = Pick<Claimed, 'messageId' | 'conversationId' | 'userId'>;

/**
 * Records attempts and their outcomes in one statement and returns the ids that counted. A delivery that this server no
 * longer holds is skipped: the result is stale. Ended deliveries leave the queue. The body of a form submission is
 * erased with its last attempt; its `deliveries` row is locked before its queue row, as everywhere, which the count of
 * `form` enforces.
 *
 * The commit does not wait for the disk (`synchronous_commit` off). A database crash can lose outcomes of the last
 * moment: those deliveries are still leased, are found orphaned, and are sent again.
 *
 * The queue is searched only by ids, never joined. It is mostly empty when vacuumed, and for an empty table the planner
 * chooses a scan. With an old snapshot held open, that scan would read every row deleted since.
 */
export async function settle(db: Db | Tx, settled: readonly Settled[]): Promise<Set<DeliveryId>> {
  const rows = await settling(db, settled);
  return new Set(rows.map((row) => row.delivery_id));
}

/** The statement of `settle`. Its text is kept in `settle.sql`. */
export const settling = fixedStatement<readonly Settled[], { delivery_id: DeliveryId }>(
  ({ rows, value }) => sql`
    with outcome as materialized (
      select * from ${rows((settled) => settled, columns)}
    ), form as materialized (
      -- Forms of which the body is erased below. Their rows are locked before those of the queue, as everywhere.
      select delivery_id from deliveries
      where delivery_id = any(array(select o.delivery_id from outcome o where o.is_form)) order by delivery_id for update
    ), over as (
      -- Ended deliveries leave the queue, if this server still holds them.
      delete from delivery_queue q
      where q.delivery_id = any(${value(idsOf(({ settlement }) => settlement.nextAttemptAt === null))}::text[]) and ${isHeldAsIn(sql`outcome`)}
        and (select count(*) from form) >= 0
      returning q.delivery_id, q.fence, q.attempt_count + 1 as attempt, q.dispatched_at
    ), again as materialized (
      select * from outcome where next_attempt_at is not null
    ), due_again as (
      -- The others go back to the queue with the time of the next attempt.
      update delivery_queue q
      set (next_attempt_at, last_outcome, attempt_count, crash_count, dispatched_at, lease_owner) = (
        select o.next_attempt_at, o.outcome, q.attempt_count + 1,
               q.crash_count + case when o.outcome = 'crashed' then 1 else 0 end, coalesce(q.dispatched_at, o.sent_at), null
        from again o where o.delivery_id = q.delivery_id)
      where q.delivery_id = any(${value(idsOf(({ settlement }) => settlement.nextAttemptAt !== null))}::text[]) and ${isHeldAsIn(sql`again`)}
      returning q.delivery_id, q.fence, q.attempt_count as attempt, q.dispatched_at
    ), counted as (
      -- What this server still held. Results of other deliveries are stale.
      select * from over union all select * from due_again
    ), erased as (
      -- What a form contains is not kept after its last attempt.
      update deliveries set body = null
      where delivery_id in (select delivery_id from form) and delivery_id in (select delivery_id from over)
    ), recorded as (
      -- The log of attempts.
      insert into delivery_attempts (delivery_id, attempt, fence, dispatched_at, started_at, duration_ms, outcome, status_code,
                                     error, response_snippet)
      -- A join would compare each with each.
      select delivery_id, max(attempt), fence, coalesce(max(dispatched_at), max(sent_at)), max(started_at), max(duration_ms),
             max(outcome), max(status_code), max(error), max(response_snippet)
      from (
        select delivery_id, fence, null::int as attempt, null::timestamptz as dispatched_at, sent_at, started_at, duration_ms, outcome,
               status_code, error, response_snippet
        from outcome
        union all
        select delivery_id, fence, attempt, dispatched_at, null, null, null, null, null, null, null from counted
      ) both_of
      group by delivery_id, fence having max(attempt) is not null
    ), listened as (
      -- Attempts that went to a listener instead of the agent itself.
      insert into listened_attempts (delivery_id, attempt)
      select delivery_id, attempt from counted
      where delivery_id = any(${value(idsOf(({ result }) => result.via === 'listener'))}::text[])
    )
    -- The commit does not wait for the disk.
    select delivery_id from counted
    cross join ${withoutWaiting}`,
);

const columns: Columns<Settled> = {
  delivery_id: ['text', ({ delivery }) => delivery.deliveryId],
  is_form: ['boolean', ({ delivery }) => delivery.event === 'form.submitted'],
  fence: ['int', ({ delivery }) => delivery.fence],
  next_attempt_at: ['timestamptz', ({ settlement }) => settlement.nextAttemptAt],
  outcome: ['text', ({ result }) => result.outcome],
  sent_at: ['timestamptz', ({ result, startedAt }) => (result.sent ? startedAt : null)],
  started_at: ['timestamptz', ({ startedAt }) => startedAt],
  duration_ms: ['int', ({ durationMs }) => Math.round(durationMs)],
  status_code: ['int', ({ result }) => result.statusCode],
  error: ['text', ({ result }) => result.error],
  response_snippet: ['text', ({ result }) => result.responseSnippet],
  node_id: ['text', ({ nodeId }) => nodeId],
};

function idsOf(isMeant: (settled: Settled) => boolean): (settled: readonly Settled[]) => ArrayParameter {
  return (settled) => {
    const meant = settled.filter(isMeant);
    return new ArrayParameter(
      'text',
      meant.map(({ delivery }) => delivery.deliveryId),
    );
  };
}

/**
 * Returns a condition on the queue (q): the row is held by the claim that `part` names. PostgreSQL evaluates this form
 * with a hash table.
 */
function isHeldAsIn(part: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`((q.delivery_id, q.fence, q.lease_owner) in (select o.delivery_id, o.fence, o.node_id from ${part} o)) is true`;
}

/**
 * Releases deliveries without an attempt. They leave the index of due deliveries (`held`), or are due at once (null).
 */
export async function releaseLeases(
  db: Db,
  nodeId: string,
  deliveries: readonly Pick<Claimed, 'deliveryId' | 'fence'>[],
  held: ParkReason | null,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update delivery_queue q set lease_owner = null, held = ${held}::text
    where q.delivery_id = any(${deliveries.map((d) => d.deliveryId)}::text[]) and q.lease_owner is not distinct from ${nodeId}
      and ((q.delivery_id, q.fence) in (
        select * from unnest(${deliveries.map((d) => d.deliveryId)}::text[], ${deliveries.map((d) => d.fence)}::int[]))) is true`.execute(
    db,
  );
}

/**
 * Records dispatch times of attempts that are answered late. Skips locked rows: their settlement records the time
 * itself, and waiting for it could deadlock, because it locks rows in another order.
 */
export async function markDispatched(
  db: Db,
  nodeId: string,
  sent: readonly { readonly deliveryId: DeliveryId; readonly at: Date }[],
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with under_way as materialized (
      select q.delivery_id, s.at
      from unnest(${sent.map((s) => s.deliveryId)}::text[], ${sent.map((s) => s.at)}::timestamptz[]) as s (delivery_id, at)
      cross join lateral (
        select f.delivery_id from delivery_queue f
        where f.delivery_id = s.delivery_id and f.lease_owner is not distinct from ${nodeId} and f.dispatched_at is null
        for update skip locked
      ) q
    ), noted as (
      update delivery_queue q set dispatched_at = (select u.at from under_way u where u.delivery_id = q.delivery_id)
      where q.delivery_id = any(array(select delivery_id from under_way))
      returning q.delivery_id
    )
    select d.message_id as "messageId", d.conversation_id as "conversationId", d.user_id as "userId"
    from noted join deliveries d using (delivery_id)`.execute(db);
  return rows;
}
