import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, DeliveryId, EventType, TaskId, UserId } from '@parley/protocol';
import type { Trace } from '../../telemetry/trace.ts';
import type { Tx } from '../../storage/storage.ts';

/** What a delivery gives its agent authority over: one conversation, one task, on behalf of one person. */
export interface Authority {
  readonly delivery_id: DeliveryId;
  readonly event: EventType;
  readonly agent_id: AgentId;
  readonly conversation_id: ConversationId;
  readonly task_id: TaskId | null;
  readonly user_id: UserId;
  readonly human_origin: boolean;
  readonly hop: number;
  readonly created_at: Date;
  /** Where what queued the delivery stands in a trace; null where in none. */
  readonly trace: Trace | null;
}

/** The authority of those deliveries that exist and are younger than `since`. */
export async function findAuthorities(tx: Tx, deliveryIds: readonly DeliveryId[], since: Date): Promise<Authority[]> {
  const { rows } = await sql<Authority>`
    select delivery_id, event, agent_id, conversation_id, task_id, user_id, human_origin, hop, created_at, trace
    from deliveries
    where delivery_id = any(${deliveryIds}::text[]) and created_at > ${since}`.execute(tx);
  return rows;
}

/** Part of a statement: whom a delivery names, if it is this agent's, in this conversation and younger than `since`; else null. */
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

/** A condition for the statements of other concepts: this delivery is about this task. */
export function isAboutTask(deliveryId: RawBuilder<unknown>, taskId: TaskId): RawBuilder<boolean> {
  return sql`exists (select from deliveries t where t.delivery_id = ${deliveryId} and t.task_id = ${taskId})`;
}

/** Part of a statement: the person whom this delivery names. */
export function personOf(deliveryId: RawBuilder<unknown>): RawBuilder<UserId> {
  return sql`(select t.user_id from deliveries t where t.delivery_id = ${deliveryId})`;
}
