import { sql } from 'kysely';
import type { AgentId, ConversationId, UserId } from '@parley/protocol';
import type { Db } from '../storage/storage.ts';
import type { RoomRow } from './queries.ts';

/** A room as the agent that sits in it has it. */
export interface SeatRow extends Pick<RoomRow, 'conversation_id' | 'kind' | 'last_seq'> {
  /** The last message before the agent's newest seat. */
  readonly after_seq: number;
  /** Who is in the room; the one person, where it is a direct one. */
  readonly people: readonly UserId[];
}

/** The seat of an agent in a room; null where it has none, or the room is gone. */
export async function findSeat(db: Db, agentId: AgentId, conversationId: ConversationId): Promise<SeatRow | null> {
  const { rows } = await sql<SeatRow>`
    select c.conversation_id, c.kind, c.last_seq, coalesce(s.after_seq, 0) as after_seq,
           array(select q.user_id from conversation_people q where q.conversation_id = c.conversation_id) as people
    from conversations c left join agent_seats s using (conversation_id)
    where c.conversation_id = ${conversationId} and c.agent_id = ${agentId} and c.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
