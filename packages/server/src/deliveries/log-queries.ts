import { sql } from 'kysely';
import type {
  AgentId,
  ConversationId,
  DeliveryAttempt,
  DeliveryId,
  DeliveryStatus,
  EventType,
  MessageDelivery,
  MessageId,
} from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';

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
}

const logColumns = sql`
  delivery_id, agent_id, event, conversation_id, message_id, status, attempt_count, created_at, dispatched_at, next_attempt_at`;

/** How the deliveries of messages fare. */
export async function findDeliveriesOfMessages(
  db: Db | Tx,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, MessageDelivery[]>> {
  const found = new Map<MessageId, MessageDelivery[]>();
  if (messageIds.length === 0) return found;
  const { rows } = await sql<DeliveryLogRow & { message_id: MessageId }>`
    select ${logColumns} from delivery_standings where message_id = any(${messageIds}::text[]) order by delivery_id`.execute(
    db,
  );
  for (const row of rows) {
    const list = found.get(row.message_id) ?? [];
    list.push({
      agentId: row.agent_id,
      deliveryId: row.delivery_id,
      status: row.status,
      dispatchedAt: row.dispatched_at?.toISOString() ?? null,
      nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
      attemptCount: row.attempt_count,
    });
    found.set(row.message_id, list);
  }
  return found;
}

/** An agent's deliveries, newest first, from below a cursor on. */
export async function listDeliveries(
  db: Db,
  list: {
    readonly agentId: AgentId;
    readonly status: string | null;
    readonly below: string | null;
    readonly limit: number;
  },
): Promise<DeliveryLogRow[]> {
  const { rows } = await sql<DeliveryLogRow>`
    select ${logColumns} from delivery_standings
    where agent_id = ${list.agentId}
      and (${list.status}::text is null or status = ${list.status})
      and (${list.below}::text is null or delivery_id < ${list.below})
    order by delivery_id desc limit ${list.limit}`.execute(db);
  return rows;
}

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

export async function findAttempts(db: Db | Tx, deliveryId: DeliveryId): Promise<DeliveryAttempt[]> {
  const { rows } = await sql<{
    attempt: number;
    started_at: Date;
    duration_ms: number;
    outcome: string;
    status_code: number | null;
    error: string | null;
    response_snippet: string | null;
  }>`select * from delivery_attempts where delivery_id = ${deliveryId} order by attempt`.execute(db);
  return rows.map((row) => ({
    attempt: row.attempt,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    outcome: row.outcome,
    statusCode: row.status_code,
    error: row.error,
    responseSnippet: row.response_snippet,
  }));
}
