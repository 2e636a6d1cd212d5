import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Attention } from '../../accounts/permissions/attention.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { joinAttention, ownTerms } from './attention-queries.ts';
import { hearingOf } from './hearing-queries.ts';
import { findSeats, type Seats } from './seats-queries.ts';

export interface ConversationRow {
  readonly conversation_id: ConversationId;
  readonly kind: 'direct' | 'group';
  readonly creator_user_id: UserId;
  readonly agent_id: AgentId | null;
  readonly title: string | null;
  readonly last_seq: number;
  readonly last_preview: string | null;
  readonly last_message_at: Date | null;
  readonly last_activity_at: Date;
  readonly created_at: Date;
}

/** A conversation with the people in it. */
export interface PeopledConversationRow extends ConversationRow, Seats {}

/** A conversation with one person's own settings and counts. */
export interface MemberConversationRow extends Omit<PeopledConversationRow, 'seated_after'>, Attention {
  readonly read_seq: number;
  /** The number of unread messages that show this person nothing. */
  readonly silent_unread: number;
  readonly pinned: boolean;
  /** Archived, and no message has come since. */
  readonly archived: boolean;
}

const title = sql`(select t.title from conversation_titles t where t.conversation_id = c.conversation_id) as title`;

/** The people, the title and what the agent hears, which are not in the conversation's own row. */
export const people = sql`
  array(select q.user_id from conversation_people q where q.conversation_id = c.conversation_id order by q.user_id) as people,
  ${title}, ${hearingOf(sql`c.conversation_id`)} as agent_hears`;

/**
 * Returns an SQL expression: the user ids of a conversation that is not deleted, separated by spaces; null if it has
 * none. It reads `room_hours` in index order, without a sort. Rows of `conversation_people` change with each message,
 * and an open snapshot keeps their old versions, which would be visited each time.
 */
export function peopleOf(conversationId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`nullif(array_to_string(array(
    select h.user_id from room_hours h where h.conversation_id = ${conversationId} order by h.user_id), ' '), '')`;
}

export async function insertConversation(
  tx: Tx,
  conversation: {
    readonly conversationId: ConversationId;
    readonly kind: 'direct' | 'group';
    readonly creatorUserId: UserId;
    readonly agentId: AgentId | null;
    readonly userIds: readonly UserId[];
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into conversations (conversation_id, kind, creator_user_id, agent_id, last_activity_at, created_at)
    values (${conversation.conversationId}, ${conversation.kind}, ${conversation.creatorUserId}, ${conversation.agentId}, ${conversation.now}, ${conversation.now})`.execute(
    tx,
  );
  await insertPeople(tx, conversation.conversationId, conversation.userIds, conversation.now, 0);
}

/** Adds people. Existing members are unchanged. Messages up to `readSeq` do not count as unread. */
export async function insertPeople(
  tx: Tx,
  conversationId: ConversationId,
  userIds: readonly UserId[],
  now: Date,
  readSeq: number,
): Promise<void> {
  await sql`
    insert into conversation_people (conversation_id, user_id, joined_at, read_seq)
    select ${conversationId}, user_id, ${now}::timestamptz, ${readSeq}::int from unnest(${userIds}::text[]) as p (user_id)
    on conflict do nothing`.execute(tx);
}

/**
 * Locks conversations, in the order of their ids to avoid deadlocks. Every writer holds this lock until its commit, so
 * `seq` has no gaps and follows commit order. A separate statement reads the people after the lock: a statement that
 * waits gets only the locked row in its newest version, all else as of its own beginning.
 */
export async function lockConversations(
  tx: Tx,
  conversationIds: readonly ConversationId[],
): Promise<PeopledConversationRow[]> {
  const ids = [...new Set(conversationIds)].sort();
  const [{ rows }, seatsOf] = await Promise.all([
    sql<ConversationRow>`
      select c.*, ${title} from conversations c
      where c.conversation_id = any(${ids}::text[]) and c.deleted_at is null
      order by c.conversation_id for no key update of c`.execute(tx),
    findSeats(tx, ids),
  ]);
  return rows.map((conversation) => {
    const seats = seatsOf.get(conversation.conversation_id);
    return { ...conversation, ...(seats ?? nobody) };
  });
}

const nobody: Seats = { people: [], seated_after: null, agent_hears: 'all' };

/** The last message of a conversation. */
interface End {
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/** Sets the last message of each conversation. */
export async function updateLastMessages(tx: Tx, ends: readonly End[]): Promise<void> {
  await endingOf(ends).execute(tx);
}

/** Returns a part of a statement that does the same. */
export function ended(ends: readonly End[]): RawBuilder<unknown> {
  return sql`ended as (${endingOf(ends)})`;
}

function endingOf(ends: readonly End[]): RawBuilder<unknown> {
  return sql`
    update conversations c
    set last_seq = l.seq, last_preview = l.preview, last_message_at = l.at, last_activity_at = l.at
    from unnest(${ends.map((end) => end.conversationId)}::text[], ${ends.map((end) => end.seq)}::int[],
                ${ends.map((end) => end.preview)}::text[], ${ends.map((end) => end.at)}::timestamptz[])
      as l (conversation_id, seq, preview, at)
    where c.conversation_id = l.conversation_id`;
}

/** Sets what lists show of the last message of these conversations. The caller holds their locks. */
export async function updatePreviews(
  tx: Tx,
  conversationIds: readonly ConversationId[],
  preview: string,
): Promise<void> {
  if (conversationIds.length === 0) return;
  await sql`
    update conversations set last_preview = ${preview}
    where conversation_id = any(${conversationIds}::text[])`.execute(tx);
}

/** Advances people's read marks; never moves them back. */
export async function updateRead(
  db: Db | Tx,
  reads: readonly { readonly conversationId: ConversationId; readonly userId: UserId; readonly seq: number }[],
): Promise<void> {
  if (reads.length === 0) return;
  await sql`
    update conversation_people p
    set read_seq = r.seq
    from (
      select conversation_id, user_id, max(seq) as seq
      from unnest(${reads.map((read) => read.conversationId)}::text[], ${reads.map((read) => read.userId)}::text[],
                  ${reads.map((read) => read.seq)}::int[]) as u (conversation_id, user_id, seq)
      group by conversation_id, user_id
    ) r
    where p.conversation_id = r.conversation_id and p.user_id = r.user_id and p.read_seq < r.seq`.execute(db);
}

/** Sets or removes a title, and who gave it. */
export async function updateTitle(
  tx: Tx,
  conversationId: ConversationId,
  title: string | null,
  by: UserId,
): Promise<void> {
  if (title === null) {
    await sql`delete from conversation_titles where conversation_id = ${conversationId}`.execute(tx);
    return;
  }
  await sql`
    insert into conversation_titles (conversation_id, title) values (${conversationId}, ${title})
    on conflict (conversation_id) do update set title = excluded.title`.execute(tx);
  await sql`
    insert into title_writers (conversation_id, user_id) values (${conversationId}, ${by})
    on conflict (conversation_id) do update set user_id = excluded.user_id`.execute(tx);
}

export async function updateSeats(
  tx: Tx,
  conversationId: ConversationId,
  seats: { readonly agentId: AgentId | null; readonly kind: 'direct' | 'group' },
): Promise<void> {
  await sql`
    update conversations set agent_id = ${seats.agentId}, kind = ${seats.kind}
    where conversation_id = ${conversationId}`.execute(tx);
}

export async function markDeleted(tx: Tx, conversationId: ConversationId, now: Date): Promise<void> {
  await sql`update conversations set deleted_at = ${now} where conversation_id = ${conversationId}`.execute(tx);
}

/** Returns a conversation as this person has it, or null if they are not in it. */
export async function findAsMember(
  db: Db | Tx,
  conversationId: ConversationId,
  userId: UserId,
): Promise<MemberConversationRow | null> {
  const { rows } = await sql<MemberConversationRow>`
    select c.*, ${ownTerms}, ${people}
    from conversation_people p join conversations c using (conversation_id) ${joinAttention}
    where p.conversation_id = ${conversationId} and p.user_id = ${userId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns the agent's newest conversation with this person. */
export async function findNewestSharedConversation(
  db: Db | Tx,
  agentId: AgentId,
  userId: UserId,
): Promise<ConversationId | null> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select c.conversation_id
    from conversation_people p join conversations c using (conversation_id)
    where p.user_id = ${userId} and c.agent_id = ${agentId} and c.deleted_at is null
    order by c.conversation_id desc limit 1`.execute(db);
  return rows[0]?.conversation_id ?? null;
}

/** Returns all conversations that an agent and a person share. */
export async function findSharedConversations(tx: Tx, agentId: AgentId, userId: UserId): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select c.conversation_id
    from conversation_people p join conversations c using (conversation_id)
    where p.user_id = ${userId} and c.agent_id = ${agentId} and c.deleted_at is null`.execute(tx);
  return rows.map((row) => row.conversation_id);
}

/** Returns at most `limit` conversations of an agent, most recently active first. */
export async function findConversationsOfAgent(
  db: Db,
  agentId: AgentId,
  limit: number,
): Promise<Pick<PeopledConversationRow, 'conversation_id' | 'people'>[]> {
  const { rows } = await sql<Pick<PeopledConversationRow, 'conversation_id' | 'people'>>`
    select c.conversation_id, ${people} from conversations c
    where c.agent_id = ${agentId} and c.deleted_at is null
    order by c.last_activity_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns a person's newest conversation with each of these agents. */
export async function findNewestConversations(
  db: Db,
  userId: UserId,
  agentIds: readonly AgentId[],
): Promise<Map<AgentId, ConversationId>> {
  if (agentIds.length === 0) return new Map();
  const { rows } = await sql<{ agent_id: AgentId; conversation_id: ConversationId }>`
    select distinct on (c.agent_id) c.agent_id, c.conversation_id
    from conversation_people q join conversations c using (conversation_id)
    where q.user_id = ${userId} and c.agent_id = any(${agentIds}::text[]) and c.deleted_at is null
    order by c.agent_id, c.last_activity_at desc`.execute(db);
  return new Map(rows.map((row) => [row.agent_id, row.conversation_id]));
}

/** Returns those of these conversations that a person is in. */
export async function findOwnConversationIds(
  db: Db,
  userId: UserId,
  conversationIds: readonly ConversationId[],
): Promise<ReadonlySet<ConversationId>> {
  if (conversationIds.length === 0) return new Set();
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select q.conversation_id from conversation_people q join conversations c using (conversation_id)
    where q.user_id = ${userId} and q.conversation_id = any(${conversationIds}::text[]) and c.deleted_at is null`.execute(
    db,
  );
  return new Set(rows.map((row) => row.conversation_id));
}

/** Returns the people in these conversations, ordered by id. */
export async function findPeople(
  db: Db | Tx,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, UserId[]>> {
  if (conversationIds.length === 0) return new Map();
  const { rows } = await sql<{ conversation_id: ConversationId; user_ids: UserId[] }>`
    select conversation_id, array_agg(user_id order by user_id) as user_ids from conversation_people
    where conversation_id = any(${conversationIds}::text[]) group by conversation_id`.execute(db);
  return new Map(rows.map((row) => [row.conversation_id, row.user_ids]));
}
