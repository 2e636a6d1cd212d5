import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import { statusOf } from '../agents/queries.ts';
import type { Parts } from '../storage/fixed-statement.ts';
import { peopleOf } from './queries.ts';

/** What is believed of a conversation, and the message that it is to end with. */
export interface BelievedConversation {
  readonly conversationId: ConversationId;
  /** The last message's number, before those that are to be written. */
  readonly lastSeq: number;
  /** Everyone in it, in the order in which the database names them. */
  readonly people: readonly UserId[];
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

type ConversationsOf<Args> = (args: Args) => readonly BelievedConversation[];

/**
 * Part of a statement: `held` has those of the conversations that are as they are believed to be, and for which nothing else says no, in
 * `unless` (conversation ids), and locks them. One that somebody else has locked is left out instead of waited for: what the statement
 * sees is as old as its beginning, and so must the lock be.
 */
export function held<Args>(
  { rows }: Parts<Args>,
  of: ConversationsOf<Args>,
  unless: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const believed = rows(of, {
    conversation_id: ['text', (c) => c.conversationId],
    last_seq: ['int', (c) => c.lastSeq],
    people: ['text', (c) => c.people.join(' ')],
    agent_id: ['text', (c) => c.agentId],
    is_live: ['boolean', (c) => c.isLive],
    ...ending,
  });
  return sql`
    held as materialized (
      select given.conversation_id, given.seq, given.preview, given.at
      from ${believed} cross join lateral (
        select from conversations c
        where c.conversation_id = given.conversation_id and c.deleted_at is null and c.last_seq = given.last_seq
          and c.agent_id is not distinct from given.agent_id and ${peopleOf(sql`given.conversation_id`)} = given.people
          and (given.agent_id is null or (${statusOf(sql`given.agent_id`)} = 'live') = given.is_live)
          and given.conversation_id not in ${unless}
        for no key update skip locked
      ) as its
    )`;
}

/** The same of conversations that an earlier statement of the transaction has locked and read: they are as they are said to be. */
export function heldAlready<Args>({ rows }: Parts<Args>, of: ConversationsOf<Args>): RawBuilder<unknown> {
  const known = rows(of, { conversation_id: ['text', (c) => c.conversationId], ...ending });
  return sql`held as materialized (select given.conversation_id, given.seq, given.preview, given.at from ${known})`;
}

const ending = {
  seq: ['int', (c: BelievedConversation) => c.seq],
  preview: ['text', (c: BelievedConversation) => c.preview],
  at: ['timestamptz', (c: BelievedConversation) => c.at],
} as const;

/** Parts of a statement: the conversations that are `held` end with their new message, and who wrote has read up to it. */
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
