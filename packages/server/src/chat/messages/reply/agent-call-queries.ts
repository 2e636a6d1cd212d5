import { sql, type RawBuilder } from 'kysely';
import { limits, type AgentId, type ConversationId, type DeliveryId, type MessageId } from '@parley/protocol';
import { messageOf, sentAs } from '../../../engine/deliveries/authority-queries.ts';
import { isStopped } from '../../../engine/deliveries/stopped-queries.ts';
import type { Db, Tx } from '../../../platform/storage/storage.ts';
import { hasReplyAfter } from '../../transcript/queries.ts';

/** A call between agents, or the answer to one. */
export interface AgentCallRow {
  /** The delivery of the call, or of the answer. */
  readonly delivery_id: DeliveryId;
  readonly caller_agent_id: AgentId;
  readonly called_agent_id: AgentId;
  /** The delivery that the caller was answering. */
  readonly caller_delivery_id: DeliveryId;
  /** The delivery of the call that this answers; null for a call. */
  readonly in_answer_to: DeliveryId | null;
  /** The reply that made the call or the answer. */
  readonly message_id: MessageId;
  readonly seq: number;
  /** The time of the platform's line about it. */
  readonly called_at: Date;
}

/** A call, with the conversation that its answer goes to. */
export interface AnswerableCall extends Pick<AgentCallRow, 'delivery_id' | 'caller_agent_id' | 'caller_delivery_id'> {
  /** The conversation and time of the delivery that the caller was answering, and its message. */
  readonly conversation_id: ConversationId;
  readonly created_at: Date;
  readonly about_message_id: MessageId | null;
  /** The message that made the call. */
  readonly message_id: MessageId;
  /** Whether a person has stopped the caller's answer. */
  readonly stopped: boolean;
}

export async function insertCalls(tx: Tx, calls: readonly AgentCallRow[]): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    insert into agent_calls (delivery_id, caller_agent_id, called_agent_id, caller_delivery_id, in_answer_to, message_id, seq, called_at)
    select * from unnest(
      ${calls.map((call) => call.delivery_id)}::text[], ${calls.map((call) => call.caller_agent_id)}::text[],
      ${calls.map((call) => call.called_agent_id)}::text[], ${calls.map((call) => call.caller_delivery_id)}::text[],
      ${calls.map((call) => call.in_answer_to)}::text[], ${calls.map((call) => call.message_id)}::text[],
      ${calls.map((call) => call.seq)}::int[], ${calls.map((call) => call.called_at)}::timestamptz[])`.execute(tx);
}

/** Returns those of these deliveries that are calls, with where their answers go. */
export async function findAnswerable(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<AnswerableCall[]> {
  if (deliveryIds.length === 0) return [];
  const sent = sentAs(sql`c.caller_delivery_id`);
  const { rows } = await sql<AnswerableCall>`
    select c.delivery_id, c.caller_agent_id, c.caller_delivery_id, c.message_id, its.conversation_id, its.created_at,
           its.message_id as about_message_id, ${isStopped(sql`c.caller_delivery_id`)} as stopped
    from agent_calls c cross join lateral ${sent} its
    where c.delivery_id = any(${deliveryIds}::text[]) and c.in_answer_to is null`.execute(tx);
  return rows;
}

/** Returns the deliveries of the calls that these messages made, in the order that settling uses. */
export async function findCallsOf(tx: Tx, messageIds: readonly MessageId[]): Promise<DeliveryId[]> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from agent_calls where message_id = any(${messageIds}::text[]) order by delivery_id`.execute(tx);
  return rows.map((row) => row.delivery_id);
}

/** Returns the deliveries of answers to calls made while answering these deliveries. */
export async function findAnswers(tx: Tx, callerDeliveryIds: readonly DeliveryId[]): Promise<DeliveryId[]> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from agent_calls
    where caller_delivery_id = any(${callerDeliveryIds}::text[]) and in_answer_to is not null`.execute(tx);
  return rows.map((row) => row.delivery_id);
}

/** An agent that was called in answer to a message and has not answered. */
export interface AskedRow {
  readonly message_id: MessageId;
  readonly caller_delivery_id: DeliveryId;
  readonly called_agent_id: AgentId;
}

/** Returns the pending calls in answer to these messages, oldest first. */
export async function findAsked(db: Db | Tx, messageIds: readonly MessageId[], nowMs: number): Promise<AskedRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<AskedRow>`
    select its.message_id, c.caller_delivery_id, c.called_agent_id
    from (${messageOf(messageIds)}) its join agent_calls c on c.caller_delivery_id = its.delivery_id
    where ${isPending(nowMs)}
    order by c.seq`.execute(db);
  return rows;
}

/** A call between agents, by the message that made it or answered it. */
export interface ShownCallRow extends Pick<AgentCallRow, 'message_id' | 'caller_agent_id' | 'called_agent_id'> {
  readonly called_at: Date;
  readonly answered_at: Date | null;
  readonly is_pending: boolean;
}

/** Returns the calls that these messages made or answered. */
export async function findCallsIn(
  db: Db | Tx,
  messageIds: readonly MessageId[],
  nowMs: number,
): Promise<ShownCallRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<ShownCallRow>`
    select m.message_id, c.caller_agent_id, c.called_agent_id, c.called_at, ${isPending(nowMs)} as is_pending,
           case when m.in_answer_to is not null then m.called_at
                else (select min(a.called_at) from agent_calls a where a.in_answer_to = c.delivery_id) end as answered_at
    from agent_calls m join agent_calls c on c.delivery_id = coalesce(m.in_answer_to, m.delivery_id)
    where m.message_id = any(${messageIds}::text[])`.execute(db);
  return rows;
}

/**
 * Returns a condition on `c`: the call is pending. It ends with its answer, with a later final reply of the caller
 * without a call, when a person stops the caller's answer, and after ten minutes.
 */
function isPending(nowMs: number): RawBuilder<boolean> {
  const since = new Date(nowMs - limits.askingMinutes * 60_000);
  const answers = sql`(
    select c.caller_delivery_id as delivery_id
    union all
    select a.delivery_id from agent_calls a
    where a.caller_delivery_id = c.caller_delivery_id and a.in_answer_to is not null)`;
  const callsNobody = (messageId: RawBuilder<unknown>) =>
    sql<boolean>`not exists (select from agent_calls o where o.message_id = ${messageId})`;
  return sql`(
    c.in_answer_to is null and c.called_at > ${since}
    and not exists (select from agent_calls a where a.in_answer_to = c.delivery_id)
    and not ${isStopped(sql`c.caller_delivery_id`)}
    and not ${hasReplyAfter(answers, sql`c.seq`, callsNobody)})`;
}
