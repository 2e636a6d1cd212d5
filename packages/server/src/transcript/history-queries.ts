import { sql } from 'kysely';
import type { AgentId, ConversationId } from '@parley/protocol';
import { hasBlocked, hasGranted } from '../permissions/queries.ts';
import { historyScope } from '../permissions/scopes.ts';
import { readPageRows, type PageRows } from '../storage/page-rows.ts';
import type { Db } from '../storage/storage.ts';
import type { MessageRow } from './message-row.ts';

/**
 * What an agent may read of a conversation between two seqs, both left out, in the order of reading: its own messages, the platform's,
 * and those of people who let it.
 */
export async function pageOfHistory(
  db: Db,
  page: {
    readonly agentId: AgentId;
    readonly conversationId: ConversationId;
    readonly direction: 'back' | 'on';
    readonly above: number;
    readonly below: number;
    /** Whether the agent's manifest asks for `history.read`; without it nobody's grant counts. */
    readonly isRequested: boolean;
    readonly limit: number;
  },
): Promise<PageRows<MessageRow>> {
  const { agentId, conversationId, direction, above, below, isRequested, limit } = page;
  const [author, agent] = [sql`m.author_id`, sql`${agentId}::text`];
  const lets = sql`${hasGranted(author, agent, historyScope)} and not ${hasBlocked(author, agent)}`;
  const order = direction === 'back' ? sql`seq desc` : sql`seq`;
  const select = sql`
    select m.* from messages m
    where m.conversation_id = ${conversationId} and m.seq > ${above} and m.seq < ${below}
      and (m.author_type = 'platform' or (m.author_type = 'agent' and m.author_id = ${agentId})
           or (m.author_type = 'user' and ${isRequested} and ${lets}))
    order by ${order} limit ${limit}`;
  const bytes = sql`coalesce(octet_length(p.body), 0) + octet_length(p.blocks::text)`;
  return readPageRows(db, { select, order, bytes });
}
