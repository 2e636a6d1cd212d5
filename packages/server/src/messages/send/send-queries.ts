import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import { held, isHeld, movedOn, type BelievedConversation } from '../../conversations/believed-queries.ts';
import type { NewDelivery } from '../../deliveries/delivery.ts';
import type { EnqueuePlan } from '../../deliveries/engine.ts';
import { placed } from '../../deliveries/queue/enqueue-queries.ts';
import type { IdempotencyKey } from '../../routing/stored-answer.ts';
import { answered, isUsed } from '../../idempotency/queries.ts';
import { blockOf } from '../../permissions/queries.ts';
import type { Tx } from '../../storage/storage.ts';
import type { MessageRow } from '../../transcript/message-row.ts';
import { saidFrom } from '../../transcript/queries.ts';
import { indexedFrom, wordsOf } from '../../transcript/word-queries.ts';

/** A person's message with all that is written for it. */
export interface WrittenSend {
  readonly message: MessageRow;
  /** The agent in the conversation, whether it gets a delivery or not. */
  readonly agentId: AgentId | null;
  readonly delivery: NewDelivery | null;
  /** Whether this server would take the delivery straight into its hands. */
  readonly isWanted: boolean;
  /** When the delivery is due again, should it be written with its first attempt. */
  readonly retryAt: Date | null;
  readonly key: IdempotencyKey | null;
  /** The answer, which is kept under the key. */
  readonly response: string;
}

export interface SendBatch {
  readonly conversations: readonly BelievedConversation[];
  readonly sends: readonly WrittenSend[];
  /** Whether all of it was decided by what was read behind the conversations' lock. */
  readonly isCertain: boolean;
  readonly plan: Pick<EnqueuePlan, 'nodeId' | 'foreseen'>;
  readonly now: Date;
}

export interface SentRow {
  /** From 0, its place among the sends. */
  readonly place: number;
  /** Whether its delivery is this server's now. */
  readonly mine: boolean;
  /** Whether its delivery was written with its first attempt. */
  readonly foregone: boolean;
}

/**
 * Writes messages with their words, their deliveries and their keys, and moves their conversations and what their senders have read on: all
 * that a send leaves behind, in one statement. The conversations have to be locked by one before it. Where a conversation is not as it is
 * believed to be, where a key was used before or where a sender has blocked the agent, nothing is written in that conversation.
 *
 * @returns those that were written.
 */
export async function writeSends(
  tx: Tx,
  { conversations, sends, isCertain, plan, now }: SendBatch,
): Promise<SentRow[]> {
  const spoilt = sql`(
    select s.conversation_id from send s
    where ${isUsed(sql`s.digest`)} or ${blockOf(sql`s.author_id`, sql`s.agent_id`)})`;
  const { rows } = await sql<SentRow>`
    with send as materialized (
      select * from unnest(
        ${sends.map((s) => s.message.message_id)}::text[], ${sends.map((s) => s.message.conversation_id)}::text[],
        ${sends.map((s) => s.message.seq)}::int[], ${sends.map((s) => s.message.author_id)}::text[],
        ${sends.map((s) => s.message.body)}::text[], ${sends.map((s) => JSON.stringify(s.message.blocks))}::json[],
        ${sends.map((s) => s.message.created_at)}::timestamptz[], ${sends.map((s) => wordsOf(s.message))}::text[],
        ${sends.map((s) => s.agentId)}::text[], ${sends.map((s) => s.delivery?.deliveryId ?? null)}::text[],
        ${sends.map((s) => s.delivery?.body ?? null)}::bytea[], ${sends.map((s) => s.delivery?.trace ?? null)}::text[],
        ${sends.map((s) => s.isWanted)}::boolean[], ${sends.map((s) => s.retryAt)}::timestamptz[],
        ${sends.map((s) => s.key?.digest ?? null)}::uuid[],
        ${sends.map((s) => s.key?.bodySha256 ?? null)}::bytea[],
        ${sends.map((s) => (s.key ? s.response : null))}::text[]
      ) with ordinality as s (message_id, conversation_id, seq, author_id, body, blocks, created_at, words, agent_id,
                              delivery_id, envelope, trace, wanted, retry_at, digest, body_sha256, response, place)
    ), ${held(conversations, isCertain, spoilt)}, written as materialized (
      select s.* from send s where ${isHeld(sql`s.conversation_id`)}
    ), ${movedOn(sql`written`)}, ${saidFrom(sql`written`)}, ${indexedFrom(sql`written`)}, queued as (
      select delivery_id, agent_id, conversation_id, message_id, null as task_id, author_id as user_id,
             true as human_origin, 0 as hop, 'message.created' as event, envelope as body, created_at, trace, wanted, retry_at, place
      from written where delivery_id is not null
    ), ${placed(plan)}, ${answered(sql`written`, 201, now)}
    select (w.place - 1)::int as place,
           (w.delivery_id in (select p.delivery_id from placed p where p.lease_owner is not null)) is true as mine,
           (w.delivery_id in (select p.delivery_id from placed p where p.attempt_count > 0)) is true as foregone
    from written w`.execute(tx);
  return rows;
}
