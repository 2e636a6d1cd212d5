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
  /** Where its row was last; null where that is not known. */
  readonly row: RowPlace | null;
}

/**
 * Where a version of a row stands in its table (`ctid`). A row that changes with every message is got from there: by an index, each of its
 * old versions would be looked at before it, and as long as somebody holds a snapshot open those only become more. Whatever else is in
 * that place by now is no match, so it only ever saves a search.
 */
export type RowPlace = string;

type ConversationsOf<Args> = (args: Args) => readonly BelievedConversation[];

/**
 * Part of a statement: `held` has those of the conversations that are as they are believed to be, and for which nothing else says no, in
 * `unless` (conversation ids), and locks them. One that somebody else has locked is left out instead of waited for: what the statement
 * sees is as old as its beginning, and so must the lock be. That it is the conversation is asked by `is true`, so that no index serves.
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

/** The same of conversations that an earlier statement of the transaction has locked and read: they are as they are said to be. */
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

/** Part of a statement: the conversations that are `held` end with their new message. */
export const moved = sql`
  moved as (
    update conversations c
    set last_seq = h.seq, last_preview = h.preview, last_message_at = h.at, last_activity_at = h.at
    from held h where c.ctid = h.row
    returning c.conversation_id, c.ctid as row
  )`;

/** A condition: this conversation is among those that are `moved`. Asked in this way, they are looked up in a table of hashes. */
export function isMoved(conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${conversationId} in (select m.conversation_id from moved m)) is true`;
}

/**
 * Part of a statement: who wrote what another part of it has ready has read up to it. Its `read_row` says where the row of who wrote was
 * last, which somebody may have moved who marked the conversation as read. One who does so at this very moment keeps it from being found.
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

/** Where a row is now that was `moved` or `heard`. */
export interface MovedRow {
  readonly conversationId: ConversationId;
  /** Null for the row of the conversation itself. */
  readonly userId: UserId | null;
  readonly row: RowPlace;
}

/** All of them in one text, which costs a batch much less than a row of the answer for each. */
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
