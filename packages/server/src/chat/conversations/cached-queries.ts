import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, ListedConversation, UserId } from '@parley/protocol';
import { statusOf } from '../../accounts/agents/queries.ts';
import type { Parts } from '../../platform/storage/fixed-statement.ts';
import { hearingOf } from './hearing-queries.ts';
import { peopleOf } from './queries.ts';

/** A conversation as it was read or cached, and the last message that it will have. */
export interface KnownConversation {
  readonly conversationId: ConversationId;
  /** The `seq` of the last message before those to be written. */
  readonly lastSeq: number;
  /** Everyone in it, in the order of the database. */
  readonly people: readonly UserId[];
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly agentHears: ListedConversation['agentHears'];
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/**
 * Returns the part `locked` of a statement. It locks the conversations that are as they are known and are not in
 * `rejected` (conversation ids). Where `isLocked` holds, the transaction has locked and read them already: then all of
 * them count, and nothing is compared.
 */
export function lockedAsKnown<Args>(
  { rows }: Parts<Args>,
  of: (args: Args) => readonly KnownConversation[],
  { isLocked, rejected }: { readonly isLocked: RawBuilder<unknown>; readonly rejected: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const known = rows(of, {
    conversation_id: ['text', (c) => c.conversationId],
    last_seq: ['int', (c) => c.lastSeq],
    people: ['text', (c) => c.people.join(' ')],
    agent_id: ['text', (c) => c.agentId],
    is_live: ['boolean', (c) => c.isLive],
    agent_hears: ['text', (c) => c.agentHears],
    seq: ['int', (c) => c.seq],
    preview: ['text', (c) => c.preview],
    at: ['timestamptz', (c) => c.at],
  });
  return sql`
    locked as materialized (
      -- Locks the conversations that are still as this server has them in its cache. It skips locked rows: after a
      -- wait, the snapshot of the statement would be older than the lock. The boolean: the transaction has locked them
      -- already, so nothing is compared.
      select given.conversation_id, given.seq, given.preview, given.at
      from ${known} cross join lateral (
        select from conversations c
        where c.conversation_id = given.conversation_id and (${isLocked} or (
          c.deleted_at is null and c.last_seq = given.last_seq
          and c.agent_id is not distinct from given.agent_id and ${peopleOf(sql`given.conversation_id`)} = given.people
          and (given.agent_id is null or (${statusOf(sql`given.agent_id`)} = 'live') = given.is_live)
          and ${hearingOf(sql`given.conversation_id`)} = given.agent_hears))
        for no key update skip locked
      ) as its
      where ${isLocked} or given.conversation_id not in ${rejected}
    )`;
}

/** The part of a statement that sets the last message of the conversations in `locked`. */
export const updatedConversations = sql`
  updated_conversations as (
    -- Sets the last message of each conversation that was locked.
    update conversations c
    set last_seq = l.seq, last_preview = l.preview, last_message_at = l.at, last_activity_at = l.at
    from locked l where c.conversation_id = l.conversation_id
    returning c.conversation_id
  )`;

/** Returns a condition: this conversation was updated. PostgreSQL evaluates this form with a hash table. */
export function isUpdated(conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${conversationId} in (select u.conversation_id from updated_conversations u)) is true`;
}

/**
 * Returns the part of a statement that advances the read marks of the authors in `written`. If an author marks the
 * conversation as read at the same time, it waits for that and keeps the later mark.
 */
export function readMarks(written: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    read_marks as (
      -- Authors have read their own messages.
      update conversation_people p set read_seq = r.seq
      from (
        select conversation_id, author_id, max(seq) as seq from ${written} group by conversation_id, author_id
      ) r
      where p.conversation_id = r.conversation_id and p.user_id = r.author_id and p.read_seq < r.seq
    )`;
}
