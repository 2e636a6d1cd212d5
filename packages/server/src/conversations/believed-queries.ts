import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import { statusOf } from '../agents/queries.ts';

/** What is believed of a conversation, and the line that it is to end with. */
export interface BelievedConversation {
  readonly conversationId: ConversationId;
  /** The last line's number, before those that are to be written. */
  readonly lastSeq: number;
  /** Everyone in it, in the order in which the database names them. */
  readonly people: readonly UserId[];
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/**
 * Part of a statement: `held` has those of the conversations that are as they are believed to be, and for which nothing else says no, in
 * `unless` (conversation ids). It is right where the conversations were locked by an earlier statement: what this one reads is then no
 * older than the lock. With `isCertain` nothing is compared, because it was read behind the lock.
 */
export function held(
  conversations: readonly BelievedConversation[],
  isCertain: boolean,
  unless: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    believed as (
      select * from unnest(
        ${conversations.map((r) => r.conversationId)}::text[], ${conversations.map((r) => r.lastSeq)}::int[],
        ${conversations.map((r) => r.people.join(' '))}::text[], ${conversations.map((r) => r.agentId)}::text[],
        ${conversations.map((r) => r.isLive)}::boolean[], ${conversations.map((r) => r.seq)}::int[],
        ${conversations.map((r) => r.preview)}::text[], ${conversations.map((r) => r.at)}::timestamptz[]
      ) as b (conversation_id, last_seq, people, agent_id, is_live, seq, preview, at)
    ), held as materialized (
      select b.conversation_id, b.seq, b.preview, b.at
      from believed b join conversations c on c.conversation_id = b.conversation_id
      where ${isCertain}::boolean or (
        c.deleted_at is null and c.last_seq = b.last_seq and c.agent_id is not distinct from b.agent_id
        and b.people = (select string_agg(p.user_id, ' ' order by p.user_id) from conversation_people p
                        where p.conversation_id = b.conversation_id)
        and (b.agent_id is null or (${statusOf(sql`b.agent_id`)} = 'live') = b.is_live)
        and b.conversation_id not in ${unless})
    )`;
}

/** Parts of a statement: the conversations that are `held` end with their new line, and who wrote has read up to it. */
export function movedOn(written: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    moved as (
      update conversations c
      set last_seq = h.seq, last_preview = h.preview, last_message_at = h.at, last_activity_at = h.at
      from held h where c.conversation_id = h.conversation_id
    ), heard as (
      update conversation_people p set read_seq = r.seq
      from (select conversation_id, author_id, max(seq) as seq from ${written} group by conversation_id, author_id) r
      where p.conversation_id = r.conversation_id and p.user_id = r.author_id and p.read_seq < r.seq
    )`;
}

/** A condition: this conversation is among those that are `held`. Asked in this way, they are looked up in a table of hashes. */
export function isHeld(conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${conversationId} in (select h.conversation_id from held h)) is true`;
}
