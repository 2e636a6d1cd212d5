import { sql, type RawBuilder } from 'kysely';
import type {
  AgentId,
  ConversationId,
  DeliveryAttempt,
  DeliveryId,
  DeliveryStatus,
  EventType,
  MessageId,
} from '@parley/protocol';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import type { Trace } from '../../../platform/telemetry/trace.ts';
import { isFailedByAgent } from '../handler-error-queries.ts';
import { isStopped } from '../stopped-queries.ts';

export interface DeliveryLogRow {
  readonly delivery_id: DeliveryId;
  readonly agent_id: AgentId;
  readonly event: EventType;
  readonly conversation_id: ConversationId;
  readonly message_id: MessageId | null;
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly created_at: Date;
  readonly dispatched_at: Date | null;
  readonly next_attempt_at: Date | null;
  /** The server that holds the lease. */
  readonly lease_owner: string | null;
}

const logColumns = sql`
  delivery_id, agent_id, event, conversation_id, message_id, status, attempt_count, created_at, dispatched_at, next_attempt_at,
  lease_owner`;

const ownId = sql`delivery_standings.delivery_id`;

export interface MessageDeliveryRow extends DeliveryLogRow {
  readonly message_id: MessageId;
  /** Whether the sender has stopped the answer. */
  readonly stopped: boolean;
  /** Whether the agent has reported that it could not answer. */
  readonly failed: boolean;
}

/** Returns the status of each delivery of these messages. */
export async function findDeliveriesOfMessages(
  db: Db | Tx,
  messageIds: readonly MessageId[],
): Promise<MessageDeliveryRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<MessageDeliveryRow>`
    select ${logColumns}, ${isStopped(ownId)} as stopped, ${isFailedByAgent(ownId)} as failed from delivery_standings where message_id = any(${messageIds}::text[]) order by delivery_id`.execute(
    db,
  );
  return rows;
}

/** A page of an agent's deliveries, newest first, starting below a cursor. */
export interface DeliveryPage {
  readonly agentId: AgentId;
  readonly status: DeliveryStatus | null;
  readonly below: string | null;
  readonly limit: number;
}

/**
 * Reads a page of the log. Pending and failed deliveries are found through indexes of their own, then their status is
 * read. Delivered ones are the rest of the log: they are searched in stretches of bounded length, so that no statement
 * runs long when many others come first.
 */
export async function listDeliveries(db: Db, page: DeliveryPage): Promise<DeliveryLogRow[]> {
  const ids = page.status === 'delivered' ? await findDelivered(db, page) : await findIds(db, page, page.status);
  const { rows } = await sql<DeliveryLogRow>`
    select ${logColumns} from delivery_standings where delivery_id = any(${ids}::text[]) order by delivery_id desc`.execute(
    db,
  );
  return rows;
}

async function findIds(db: Db, page: DeliveryPage, status: 'pending' | 'failed' | null): Promise<DeliveryId[]> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`${listOf(page, status)} limit ${page.limit}`.execute(db);
  return rows.map((row) => row.delivery_id);
}

/** Returns a query of the ids of the agent's deliveries with a status, newest first. */
function listOf(page: DeliveryPage, status: 'pending' | 'failed' | null): RawBuilder<unknown> {
  switch (status) {
    case null:
      return sql`select t.delivery_id ${from('deliveries', page)} ${newestFirst}`;
    case 'pending':
      return sql`
        select t.delivery_id ${from('delivery_queue', page)} and t.attempt_count <= t.attempts_before ${newestFirst}`;
    case 'failed':
      // A scalar subquery is evaluated for each row. As `not exists` it could become a join with the whole other table.
      return sql`
        (select t.delivery_id ${from('failed_deliveries', page)}
           and (select q.attempt_count <= q.attempts_before from delivery_queue q where q.delivery_id = t.delivery_id) is not true
           and (select d.ended_as = 'delivered' from deliveries d where d.delivery_id = t.delivery_id) is not true
         ${newestFirst})
        union all
        (select t.delivery_id ${from('deliveries', page)} and t.ended_as = 'failed'
           and (select true from failed_deliveries f where f.agent_id = t.agent_id and f.delivery_id = t.delivery_id) is not true
         ${newestFirst})
        order by delivery_id desc`;
  }
}

/** Maximum number of log rows that one statement searches. */
const stretchMax = 5_000;

async function findDelivered(db: Db, page: DeliveryPage): Promise<DeliveryId[]> {
  const found: DeliveryId[] = [];
  let { below } = page;
  for (let stretch = 8 * page.limit; found.length < page.limit; stretch = stretchMax) {
    const { rows } = await sql<{ delivered: DeliveryId[]; seen: number; last: string | null }>`
      with stretch as materialized (
        select t.delivery_id,
               (select true from delivery_queue q where q.delivery_id = t.delivery_id) is null and (
                 t.ended_as = 'delivered' or t.ended_as is null and (
                   select true from failed_deliveries f where f.agent_id = t.agent_id and f.delivery_id = t.delivery_id
                 ) is null
               ) as delivered
        ${from('deliveries', { ...page, below })} ${newestFirst} limit ${stretch}
      )
      select array(select delivery_id from stretch where delivered order by delivery_id desc
                   limit ${page.limit - found.length}) as delivered,
             (select count(*)::int from stretch) as seen, (select min(delivery_id) from stretch) as last`.execute(db);
    const [{ delivered, seen, last } = { delivered: [], seen: 0, last: null }] = rows;
    found.push(...delivered);
    if (seen < stretch) break;
    below = last;
  }
  return found;
}

const from = (table: string, { agentId, below }: DeliveryPage) => sql`
  from ${sql.table(table)} t where t.agent_id = ${agentId} ${below === null ? sql`` : sql`and t.delivery_id < ${below}`}`;

const newestFirst = sql`order by t.delivery_id desc`;

export async function findDelivery(
  db: Db | Tx,
  agentId: AgentId,
  deliveryId: DeliveryId,
): Promise<DeliveryLogRow | null> {
  const { rows } = await sql<DeliveryLogRow>`
    select ${logColumns} from delivery_standings where delivery_id = ${deliveryId} and agent_id = ${agentId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Returns the W3C trace context of a delivery, or null. */
export async function findTrace(db: Db | Tx, deliveryId: DeliveryId): Promise<Trace | null> {
  const { rows } = await sql<{ trace: Trace | null }>`
    select trace from deliveries where delivery_id = ${deliveryId}`.execute(db);
  return rows[0]?.trace ?? null;
}

export async function findAttempts(db: Db | Tx, deliveryId: DeliveryId): Promise<DeliveryAttempt[]> {
  const { rows } = await sql<{
    attempt: number;
    started_at: Date;
    duration_ms: number;
    outcome: string;
    status_code: number | null;
    error: string | null;
    response_snippet: string | null;
    listened: boolean;
  }>`
    select a.*, exists (
      select from listened_attempts l where l.delivery_id = a.delivery_id and l.attempt = a.attempt
    ) as listened
    from delivery_attempts a where a.delivery_id = ${deliveryId} order by a.attempt`.execute(db);
  return rows.map((row) => ({
    attempt: row.attempt,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    outcome: row.outcome,
    statusCode: row.status_code,
    error: row.error,
    responseSnippet: row.response_snippet,
    via: row.listened ? 'listener' : 'agent',
  }));
}
