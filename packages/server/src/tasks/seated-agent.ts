import { isId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import type { PeopledConversationRow } from '../conversations/queries.ts';
import { TranscriptWriter } from '../transcript/transcript-writer.ts';
import type { EnvelopeUser } from '../transcript/seal-delivery.ts';
import { findMembership } from '../permissions/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';

/** The conversation of this person, under lock, and the agent in it, which may be paused. */
export async function seatedAgent(
  app: Pick<App, 'clock' | 'beliefs'>,
  tx: Tx,
  person: EnvelopeUser,
  conversationId: string,
): Promise<{ transcript: TranscriptWriter; conversation: PeopledConversationRow; agent: AgentRow }> {
  const transcript = await TranscriptWriter.open(tx, app, isId('conversation', conversationId) ? [conversationId] : []);
  const conversation = isId('conversation', conversationId) ? transcript.conversation(conversationId) : undefined;
  if (!conversation?.people.includes(person.userId)) return refuse('conversation_not_found');
  const [agent] = conversation.agent_id ? await findAgents(tx, [conversation.agent_id]) : [];
  if (!agent || agent.status === 'deleted') {
    return refuse('agent_not_found', { message: 'There is no agent in this conversation.' });
  }
  if ((await findMembership(tx, agent.agent_id, person.userId))?.blocked) refuse('agent_blocked');
  return { transcript, conversation, agent };
}
