import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { findAsMember, lockConversations, type MemberConversationRow, type PeopledConversationRow } from './queries.ts';

/** Returns the conversation if this person is in it. Otherwise refuses as not found. */
export async function requireMember(
  db: Db | Tx,
  userId: UserId,
  conversationId: string,
): Promise<MemberConversationRow> {
  const conversation = isId('conversation', conversationId) ? await findAsMember(db, conversationId, userId) : null;
  return conversation ?? refuse('conversation_not_found');
}

/** Locks and returns the conversation if this person is in it. Otherwise refuses as not found. */
export async function lockAsMember(tx: Tx, userId: UserId, conversationId: string): Promise<PeopledConversationRow> {
  const conversation = isId('conversation', conversationId)
    ? (await lockConversations(tx, [conversationId]))[0]
    : undefined;
  return conversation?.people.includes(userId) ? conversation : refuse('conversation_not_found');
}

/** Returns `direct` for one person with one agent or for two people, else `group`. */
export function kindOf(people: number, hasAgent: boolean): 'direct' | 'group' {
  return people + (hasAgent ? 1 : 0) === 2 ? 'direct' : 'group';
}
