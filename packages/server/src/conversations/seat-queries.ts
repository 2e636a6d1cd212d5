import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import type { ConversationRow } from './queries.ts';

/** A room as the agent that sits in it has it. */
export interface SeatRow extends Pick<ConversationRow, 'conversation_id' | 'kind' | 'last_seq'> {
  /** The last message before the agent's newest seat. */
  readonly after_seq: number;
  /** Who is in the conversation; the one person, where it is a direct one. */
  readonly people: readonly UserId[];
}

/** The seat of an agent in a conversation; null where it has none, or the conversation is gone. */
export async function findSeat(db: Db, agentId: AgentId, conversationId: ConversationId): Promise<SeatRow | null> {
  const { rows } = await sql<SeatRow>`
    select c.conversation_id, c.kind, c.last_seq, coalesce(s.after_seq, 0) as after_seq,
           array(select q.user_id from conversation_people q where q.conversation_id = c.conversation_id) as people
    from conversations c left join agent_seats s using (conversation_id)
    where c.conversation_id = ${conversationId} and c.agent_id = ${agentId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** A condition: this agent sits in this conversation, and the conversation is still there. */
export function isSeated(agentId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from conversations r
    where r.conversation_id = ${conversationId} and r.agent_id = ${agentId} and r.deleted_at is null)`;
}

/**
 * Part of a statement: `seated` has the places of those of `source` whose agent sits in their conversation, and locks that. One that
 * somebody else has locked is left out instead of waited for: what the statement sees is as old as its beginning, and so must the lock be.
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

/** A condition: what has this place is among those that are `seated`. Asked in this way, it is looked up in a table of hashes. */
export function isSeatHeld(place: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${place} in (select s.place from seated s)) is true`;
}

/** Whether this agent sits in this conversation, and the conversation is still there. */
export async function hasSeat(tx: Tx, agentId: AgentId, conversationId: ConversationId): Promise<boolean> {
  const { rows } = await sql<{ seated: boolean }>`
    select ${isSeated(sql`${agentId}`, sql`${conversationId}`)} as seated`.execute(tx);
  return rows[0]?.seated === true;
}

/** Part of a statement of another concept: the agents that sit in these conversations. */
export function agentsSeatedIn(conversationIds: readonly ConversationId[]): RawBuilder<AgentId> {
  return sql`(select r.agent_id from conversations r where r.conversation_id = any(${conversationIds}::text[]))`;
}
