import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../routing/refusal.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { findAsMember, lockConversations, type MemberConversationRow, type PeopledConversationRow } from './queries.ts';

/** The conversation, where this person is in it; any other is not there. */
export async function requireMember(
  db: Db | Tx,
  userId: UserId,
  conversationId: string,
): Promise<MemberConversationRow> {
  const conversation = isId('conversation', conversationId) ? await findAsMember(db, conversationId, userId) : null;
  return conversation ?? refuse('conversation_not_found');
}

/** The conversation, where this person is in it, locked for a change. */
export async function lockAsMember(tx: Tx, userId: UserId, conversationId: string): Promise<PeopledConversationRow> {
  const conversation = isId('conversation', conversationId)
    ? (await lockConversations(tx, [conversationId]))[0]
    : undefined;
  return conversation?.people.includes(userId) ? conversation : refuse('conversation_not_found');
}

/** One person with one agent, or two people, is a direct conversation; any other is a group. */
export function kindOf(people: number, hasAgent: boolean): 'direct' | 'group' {
  return people + (hasAgent ? 1 : 0) === 2 ? 'direct' : 'group';
}
