import { isId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { PeopledConversationRow } from '../../chat/conversations/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import type { EnvelopeUser } from '../../chat/transcript/seal-delivery.ts';
import { findMembership } from '../../accounts/permissions/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';

/**
 * Locks a conversation of this person, and returns it with its agent, which may be paused. Refuses if it has no agent
 * or the person has blocked it.
 */
export async function seatedAgent(
  { tx, transcript }: TranscriptWork,
  person: EnvelopeUser,
  conversationId: string,
): Promise<{ conversation: PeopledConversationRow; agent: AgentRow }> {
  if (!isId('conversation', conversationId)) return refuse('conversation_not_found');
  await transcript.lock([conversationId]);
  const conversation = transcript.conversation(conversationId);
  if (!conversation?.people.includes(person.userId)) return refuse('conversation_not_found');
  const [agent] = conversation.agent_id ? await findAgents(tx, [conversation.agent_id]) : [];
  if (!agent || agent.status === 'deleted') {
    return refuse('agent_not_found', { message: 'There is no agent in this conversation.' });
  }
  if ((await findMembership(tx, agent.agent_id, person.userId))?.blocked) refuse('agent_blocked');
  return { conversation, agent };
}
