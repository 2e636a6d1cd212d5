import { sql } from 'kysely';
import type { ConversationId, ListedConversation, UserId } from '@parley/protocol';
import { hearingOf } from './hearing-queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/** The members of a conversation, and which messages its agent gets. */
export interface Seats {
  readonly people: readonly UserId[];
  /** Deliveries up to this time belong to an earlier seat of the agent; null without an earlier seat. */
  readonly seated_after: Date | null;
  readonly agent_hears: ListedConversation['agentHears'];
}

/** Returns the members of these conversations. Conversations without people are left out. */
export async function findSeats(
  tx: Tx,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, Seats>> {
  const { rows } = await sql<Seats & { conversation_id: ConversationId }>`
    select p.conversation_id, array_agg(p.user_id order by p.user_id) as people,
           (select s.after_at from agent_seats s where s.conversation_id = p.conversation_id) as seated_after,
           ${hearingOf(sql`p.conversation_id`)} as agent_hears
    from conversation_people p
    where p.conversation_id = any(${conversationIds}::text[]) group by p.conversation_id`.execute(tx);
  return new Map(rows.map((row) => [row.conversation_id, row]));
}
