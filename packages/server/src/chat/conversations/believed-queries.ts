import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import { statusOf } from '../../accounts/agents/queries.ts';
import type { Parts } from '../../platform/storage/fixed-statement.ts';
import { peopleOf } from './queries.ts';

/** A cached conversation, and the last message that it will have. */
export interface BelievedConversation {
  readonly conversationId: ConversationId;
  /** The `seq` of the last message before those to be written. */
  readonly lastSeq: number;
  /** Everyone in it, in the order of the database. */
  readonly people: readonly UserId[];
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
  /** The last known location of its row, or null. */
  readonly row: RowPlace | null;
}

/**
 * The location of a row version in its table (`ctid`). A lookup by index would visit all old versions of a row that
 * changes with each message, and an open snapshot keeps those from being removed. If another row is there now, it does
 * not match and the index is used.
 */
export type RowPlace = string;

type ConversationsOf<Args> = (args: Args) => readonly BelievedConversation[];

/**
 * Returns the part `held` of a statement. It locks the conversations that match the cache and are not in `unless`
 * (conversation ids). It skips locked rows: after a wait, the snapshot of the statement would be older than the lock.
 * The `is true` keeps the planner from using the index on the id.
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
    row: ['text', (c) => c.row],
    ...ending,
  });
  return sql`
    held as materialized (
      select given.conversation_id, given.seq, given.preview, given.at, its.row
      from ${believed} cross join lateral (
        select c.ctid as row from conversations c
        where c.ctid = coalesce(given.row::tid, ${rowOf(sql`given.conversation_id`)})
          and (c.conversation_id = given.conversation_id) is true and c.deleted_at is null and c.last_seq = given.last_seq
          and c.agent_id is not distinct from given.agent_id and ${peopleOf(sql`given.conversation_id`)} = given.people
          and (given.agent_id is null or (${statusOf(sql`given.agent_id`)} = 'live') = given.is_live)
        for no key update skip locked
      ) as its
      -- Not asked in there, where it would count as a cost of the look at the row's place and not of one by an index.
      where given.conversation_id not in ${unless}
    )`;
}

/** Returns the part `held` for conversations that the transaction has already locked and read. */
export function heldAlready<Args>({ rows }: Parts<Args>, of: ConversationsOf<Args>): RawBuilder<unknown> {
  const known = rows(of, { conversation_id: ['text', (c) => c.conversationId], ...ending });
  return sql`
    held as materialized (
      select given.conversation_id, given.seq, given.preview, given.at, ${rowOf(sql`given.conversation_id`)} as row from ${known}
    )`;
}

function rowOf(conversationId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select x.ctid from conversations x where x.conversation_id = ${conversationId})`;
}

const ending = {
  seq: ['int', (c: BelievedConversation) => c.seq],
  preview: ['text', (c: BelievedConversation) => c.preview],
  at: ['timestamptz', (c: BelievedConversation) => c.at],
} as const;

/** The part of a statement that sets the last message of the conversations in `held`. */
export const moved = sql`
  moved as (
    update conversations c
    set last_seq = h.seq, last_preview = h.preview, last_message_at = h.at, last_activity_at = h.at
    from held h where c.ctid = h.row
    returning c.conversation_id, c.ctid as row
  )`;

/** Returns a condition: this conversation is in `moved`. PostgreSQL evaluates this form with a hash table. */
export function isMoved(conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${conversationId} in (select m.conversation_id from moved m)) is true`;
}

/**
 * Returns the part of a statement that advances the read marks of the authors in `written`. Its `read_row` is the last
 * known location of an author's row; if the row has moved, the index finds it. An author who marks the conversation as
 * read at the same time is skipped.
 */
export function heard(written: RawBuilder<unknown>): RawBuilder<unknown> {
  const isTheirs = sql`x.conversation_id = r.conversation_id and x.user_id = r.author_id`;
  return sql`
    heard as (
      update conversation_people p set read_seq = r.seq
      from (
        select conversation_id, author_id, max(seq) as seq, max(read_row) as row from ${written}
        group by conversation_id, author_id
      ) r
      where p.read_seq < r.seq and p.ctid = coalesce(
        (select x.ctid from conversation_people x where x.ctid = r.row::tid and (${isTheirs}) is true),
        (select x.ctid from conversation_people x where ${isTheirs}))
      returning p.conversation_id, p.user_id, p.ctid as row
    )`;
}

/** The new location of a row that `moved` or `heard` changed. */
export interface MovedRow {
  readonly conversationId: ConversationId;
  /** Null for the row of the conversation itself. */
  readonly userId: UserId | null;
  readonly row: RowPlace;
}

/** All locations in one text, which is much cheaper than one result row for each. */
export const movedText = sql`(
  select string_agg(each.text, ';') from (
    select m.conversation_id || '  ' || m.row::text as text from moved m
    union all
    select h.conversation_id || ' ' || h.user_id || ' ' || h.row::text from heard h
  ) each)`;

export function readMoved(text: string | null): MovedRow[] {
  if (text === null) return [];
  return text.split(';').map((each) => {
    const [conversationId, userId, row] = each.split(' ') as [ConversationId, UserId | '', RowPlace];
    return { conversationId, userId: userId === '' ? null : userId, row };
  });
}
