import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, ListedConversation } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Returns an SQL expression: which messages the agent of a conversation gets, `all` or `mentions`. */
export function hearingOf(conversationId: RawBuilder<unknown>): RawBuilder<ListedConversation['agentHears']> {
  return sql`coalesce((
    select e.agent_hears from conversation_hearing e where e.conversation_id = ${conversationId}), 'all')`;
}

/** Sets which messages the agent of a conversation gets. The caller holds its lock. */
export async function updateHearing(
  tx: Tx,
  conversationId: ConversationId,
  agentHears: ListedConversation['agentHears'],
): Promise<void> {
  if (agentHears === 'all') {
    await sql`delete from conversation_hearing where conversation_id = ${conversationId}`.execute(tx);
    return;
  }
  await sql`
    insert into conversation_hearing (conversation_id, agent_hears) values (${conversationId}, ${agentHears})
    on conflict (conversation_id) do update set agent_hears = excluded.agent_hears`.execute(tx);
}
