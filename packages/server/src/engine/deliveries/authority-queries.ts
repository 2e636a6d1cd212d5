import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, DeliveryId, EventType, MessageId, TaskId, UserId } from '@parley/protocol';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/** What a delivery permits its agent to act on: one conversation, one task, on behalf of one person. */
export interface Authority {
  readonly delivery_id: DeliveryId;
  readonly event: EventType;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  readonly task_id: TaskId | null;
  /** The message that the delivery is about, or null. Its sender sees the delivery status. */
  readonly message_id: MessageId | null;
  readonly user_id: UserId;
  readonly human_origin: boolean;
  readonly hop: number;
  readonly created_at: Date;
  /** W3C trace context of the request that queued the delivery, or null. */
  readonly trace: Trace | null;
}

/** Returns the authority of each delivery that exists and is younger than `since`. */
export async function findAuthorities(tx: Tx, deliveryIds: readonly DeliveryId[], since: Date): Promise<Authority[]> {
  const { rows } = await sql<Authority>`
    select delivery_id, event, agent_id, conversation_id, task_id, message_id, user_id, human_origin, hop, created_at, trace
    from deliveries
    where delivery_id = any(${deliveryIds}::text[]) and created_at > ${since}`.execute(tx);
  return rows;
}

/**
 * Returns an SQL expression: the person of a delivery if it is this agent's, in this conversation, and younger than
 * `since`; otherwise null.
 */
export function authorizedPerson(delivery: {
  readonly deliveryId: RawBuilder<unknown>;
  readonly agentId: RawBuilder<unknown>;
  readonly conversationId: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}): RawBuilder<UserId | null> {
  return sql`(
    select t.user_id from deliveries t
    where t.delivery_id = ${delivery.deliveryId} and t.agent_id = ${delivery.agentId}
      and t.conversation_id = ${delivery.conversationId} and t.created_at > ${delivery.since})`;
}

/** Returns a subquery: the conversation, time and message of a delivery. */
export function sentAs(deliveryId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select t.conversation_id, t.created_at, t.message_id from deliveries t where t.delivery_id = ${deliveryId})`;
}

/** Returns a subquery: the deliveries of these messages (`message.created`), with the message ids. */
export function messageOf(messageIds: readonly MessageId[]): RawBuilder<unknown> {
  return sql`
    select t.delivery_id, t.message_id from deliveries t
    where t.message_id = any(${messageIds}::text[]) and t.event = 'message.created'`;
}

/** Returns an SQL condition for other folders: this delivery is about this task. */
export function isAboutTask(deliveryId: RawBuilder<unknown>, taskId: TaskId): RawBuilder<boolean> {
  return sql`exists (select from deliveries t where t.delivery_id = ${deliveryId} and t.task_id = ${taskId})`;
}

/** Returns an SQL expression: the person of a delivery. */
export function personOf(deliveryId: RawBuilder<unknown>): RawBuilder<UserId> {
  return sql`(select t.user_id from deliveries t where t.delivery_id = ${deliveryId})`;
}
