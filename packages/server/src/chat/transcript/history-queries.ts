import { sql } from 'kysely';
import type { AgentId, ConversationId } from '@parley/protocol';
import { hasBlocked, hasGranted } from '../../accounts/permissions/queries.ts';
import { historyScope } from '../../accounts/permissions/scopes.ts';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { isDeleted } from './edit-queries.ts';
import { isPeopleOnly } from './people-only-queries.ts';
import { messageBytes } from './queries.ts';

/**
 * Returns the messages between two seqs, both exclusive, that an agent may read: its own, the platform's, and those of
 * people who granted `history.read`, without deleted ones. They are in reading order.
 */
export async function pageOfHistory(
  db: Db,
  page: {
    readonly agentId: AgentId;
    readonly conversationId: ConversationId;
    readonly direction: 'back' | 'on';
    readonly above: number;
    readonly below: number;
    /** Whether the agent's manifest requests `history.read`. Without that, no grant counts. */
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
      and not ${isDeleted(sql`m.message_id`)}
      and ((m.author_type = 'platform' and not ${isPeopleOnly(sql`m.message_id`)}) or (m.author_type = 'agent' and m.author_id = ${agentId})
           or (m.author_type = 'user' and ${isRequested} and ${lets}))
    order by ${order} limit ${limit}`;
  return readPageRows(db, { select, order, bytes: messageBytes });
}
