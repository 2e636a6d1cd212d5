import { newId, type AgentId, type ConversationId, type UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { ensureMemberships } from '../../accounts/permissions/queries.ts';
import { seatableAgent } from '../../accounts/permissions/view-agent.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findSeatable } from '../../accounts/users/find-seatable.ts';
import type { NewContacts } from './new-contacts.ts';
import { kindOf } from './require-member.ts';
import { countOwnConversations } from './count-queries.ts';
import { insertConversation } from './queries.ts';

export interface OpenConversation {
  readonly userId: UserId;
  readonly agentIds: readonly AgentId[];
  readonly userIds: readonly UserId[];
}

/**
 * Opens a conversation with at most one agent and other people. Resolves to its id and members. Writes no message and
 * no delivery.
 */
export async function openConversation(
  { clock, config: { conversationsMax } }: Pick<App, 'clock' | 'config'>,
  tx: Tx,
  { userId, agentIds, userIds }: OpenConversation,
  passNewContacts: NewContacts | null,
): Promise<{ readonly conversationId: ConversationId; readonly people: readonly UserId[] }> {
  if (agentIds.length === 0 && userIds.length === 0) refuse('members_required');
  if (agentIds.length > 1) refuse('too_many_agents', { path: '/agentIds' });
  const self = userIds.indexOf(userId);
  if (self !== -1)
    refuse('malformed_request', { path: `/userIds/${self}`, message: 'The caller is seated anyway; leave them out.' });
  const agent = agentIds[0] ? await seatableAgent(tx, userId, agentIds[0], [userId, ...userIds]) : null;
  const others = [...new Set(userIds)];
  const known = await findSeatable(tx, userId, others);
  const stranger = userIds.findIndex((other) => !known.has(other));
  if (stranger !== -1) refuse('user_not_found', { path: `/userIds/${stranger}` });

  if ((await countOwnConversations(tx, userId)) >= conversationsMax) {
    refuse('quota_exceeded', { hint: `A person may have opened ${conversationsMax} conversations; delete one first.` });
  }
  await passNewContacts?.(tx, userId, others);
  const conversationId = newId('conversation', clock.now());
  const seated = [userId, ...others];
  await insertConversation(tx, {
    conversationId,
    kind: kindOf(seated.length, agent !== null),
    creatorUserId: userId,
    agentId: agent?.agent_id ?? null,
    userIds: seated,
    now: new Date(clock.now()),
  });
  if (agent) await ensureMemberships(tx, agent.agent_id, seated);
  return { conversationId, people: seated };
}
