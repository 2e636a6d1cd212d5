import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { ConversationRow } from './queries.ts';

/** A conversation as its agent has it. */
export interface SeatRow extends Pick<ConversationRow, 'conversation_id' | 'kind' | 'last_seq'> {
  /** The last message before the agent's current seat. */
  readonly after_seq: number;
  /** The people in the conversation. */
  readonly people: readonly UserId[];
}

/** Returns the seat of an agent in a conversation; null if it has none or the conversation is deleted. */
export async function findSeat(db: Db, agentId: AgentId, conversationId: ConversationId): Promise<SeatRow | null> {
  const { rows } = await sql<SeatRow>`
    select c.conversation_id, c.kind, c.last_seq, coalesce(s.after_seq, 0) as after_seq,
           array(select q.user_id from conversation_people q where q.conversation_id = c.conversation_id) as people
    from conversations c left join agent_seats s using (conversation_id)
    where c.conversation_id = ${conversationId} and c.agent_id = ${agentId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns an SQL condition: this agent has a seat in this conversation, and it is not deleted. */
export function isSeated(agentId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from conversations r
    where r.conversation_id = ${conversationId} and r.agent_id = ${agentId} and r.deleted_at is null)`;
}

/**
 * Returns the part `seated` of a statement: the places of those rows of `source` where the agent has its seat. It locks
 * their conversations and skips locked ones: after a wait, the snapshot of the statement would be older than the lock.
 */
export function seatsHeld(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    seated as materialized (
      -- Looked up for each: a plan from when there were few conversations would else read them all.
      select s.place from ${source} s cross join lateral (
        select from conversations r
        where r.conversation_id = s.conversation_id and r.agent_id = s.agent_id and r.deleted_at is null
        for no key update skip locked
      ) as its
    )`;
}

/** Returns a condition: this place is in `seated`. PostgreSQL evaluates this form with a hash table. */
export function isSeatHeld(place: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${place} in (select s.place from seated s)) is true`;
}

/** The current seat of an agent, and the time of the last delivery that belongs to an earlier seat. */
export interface SeatNow {
  readonly agent_id: AgentId;
  readonly seated_after: Date | null;
}

/** Returns the agent of a conversation that is not deleted, without a lock, for reads. */
export async function findSeatNow(db: Db | Tx, conversationId: ConversationId): Promise<SeatNow | null> {
  const { rows } = await sql<SeatNow>`
    select c.agent_id, s.after_at as seated_after
    from conversations c left join agent_seats s using (conversation_id)
    where c.conversation_id = ${conversationId} and c.agent_id is not null and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** As `findSeatNow`, and locks the seat against removal. */
async function lockSeat(tx: Tx, conversationId: ConversationId): Promise<SeatNow | null> {
  const [, seat] = await Promise.all([
    sql`select from conversations where conversation_id = ${conversationId} for share`.execute(tx),
    findSeatNow(tx, conversationId),
  ]);
  return seat;
}

/** Returns whether a delivery that an agent received at `sentAt` belongs to its current seat. */
export function isOfSeat(
  seat: { readonly agent_id: AgentId | null; readonly seated_after: Date | null } | null | undefined,
  agentId: AgentId,
  sentAt: Date,
): boolean {
  return seat?.agent_id === agentId && (seat.seated_after === null || sentAt > seat.seated_after);
}

/** Returns whether an agent still has the seat in which it received a delivery. */
export async function hasSeat(
  tx: Tx,
  agentId: AgentId,
  sent: { readonly conversation_id: ConversationId; readonly created_at: Date },
): Promise<boolean> {
  return isOfSeat(await lockSeat(tx, sent.conversation_id), agentId, sent.created_at);
}

/** Returns a subquery for other folders: the agents of these conversations. */
export function agentsSeatedIn(conversationIds: readonly ConversationId[]): RawBuilder<AgentId> {
  return sql`(select r.agent_id from conversations r where r.conversation_id = any(${conversationIds}::text[]))`;
}
