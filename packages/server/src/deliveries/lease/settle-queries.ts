import { sql, type RawBuilder } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import { ArrayParameter } from '../../storage/array-parameter.ts';
import { fixedStatement, type Columns } from '../../storage/fixed-statement.ts';
import type { Db, Tx } from '../../storage/storage.ts';
import { withoutWaiting } from '../../storage/without-waiting.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Claimed, ParkReason } from '../delivery.ts';
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

/** A delivery that fares otherwise than before: which message's, and who sent it. */
export type Changed = Pick<Claimed, 'messageId' | 'conversationId' | 'userId'>;

/**
 * Records attempts and their outcomes, one statement for all; gives the ids of those that counted. What this server no longer
 * holds is left alone: another has it in hand, and this result came too late. What is over leaves the queue, and its last attempt
 * says how it ended. The body of a form answer goes with that attempt: its delivery is locked before its place in the queue, the
 * order that everyone keeps who locks both, which is what the count in `over` is for.
 *
 * Its commit does not wait for the disk, which sends wait for. What a crash of the database could lose is what came of attempts within
 * the last moment: those deliveries are still leased to their server, which finds them orphaned and has them made again.
 *
 * The queue is asked by nothing but ids, and joined with nothing: it is mostly empty when it is vacuumed, and a plan for an empty queue
 * would read all of it for a join, with all that was over since somebody took a snapshot that is still held open.
 */
export async function settle(db: Db | Tx, settled: readonly Settled[]): Promise<Set<DeliveryId>> {
  const rows = await settling(db, settled);
  return new Set(rows.map((row) => row.delivery_id));
}

const settling = fixedStatement<readonly Settled[], { delivery_id: DeliveryId }>(
  ({ rows, value }) => sql`
    with outcome as materialized (
      select * from ${rows((settled) => settled, columns)}
    ), form as materialized (
      select delivery_id from deliveries
      where delivery_id = any(array(select o.delivery_id from outcome o where o.is_form)) order by delivery_id for update
    ), over as (
      delete from delivery_queue q
      where q.delivery_id = any(${value(idsOf((at) => at === null))}::text[]) and ${isHeldAsIn(sql`outcome`)}
        and (select count(*) from form) >= 0
      returning q.delivery_id, q.fence, q.attempt_count + 1 as attempt, q.dispatched_at
    ), again as materialized (
      select * from outcome where next_attempt_at is not null
    ), due_again as (
      update delivery_queue q
      set (next_attempt_at, last_outcome, attempt_count, crash_count, dispatched_at, lease_owner) = (
        select o.next_attempt_at, o.outcome, q.attempt_count + 1,
               q.crash_count + case when o.outcome = 'crashed' then 1 else 0 end, coalesce(q.dispatched_at, o.sent_at), null
        from again o where o.delivery_id = q.delivery_id)
      where q.delivery_id = any(${value(idsOf((at) => at !== null))}::text[]) and ${isHeldAsIn(sql`again`)}
      returning q.delivery_id, q.fence, q.attempt_count as attempt, q.dispatched_at
    ), counted as (
      select * from over union all select * from due_again
    ), erased as (
      update deliveries set body = null
      where delivery_id in (select delivery_id from form) and delivery_id in (select delivery_id from over)
    ), recorded as (
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
    )
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

function idsOf(isMeant: (nextAttemptAt: Date | null) => boolean): (settled: readonly Settled[]) => ArrayParameter {
  return (settled) => {
    const meant = settled.filter(({ settlement }) => isMeant(settlement.nextAttemptAt));
    return new ArrayParameter(
      'text',
      meant.map(({ delivery }) => delivery.deliveryId),
    );
  };
}

/** A condition on the queue (q): it is held by the claim that another part names. Asked in this way, it is looked up in a table of hashes. */
function isHeldAsIn(part: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`((q.delivery_id, q.fence, q.lease_owner) in (select o.delivery_id, o.fence, o.node_id from ${part} o)) is true`;
}

/** Lets go of deliveries without an attempt: they wait outside the index of due ones (`held`), or are due again at once (null). */
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
 * Notes when bytes first went out, for attempts that take their time to be answered. One that is being settled at this moment needs no
 * note, and waiting for it in another order than its settlement locks them would be a deadlock.
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
