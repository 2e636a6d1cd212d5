import { isId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import type { PeopledRoomRow } from '../conversations/queries.ts';
import { Ledger } from '../transcript/transcript-writer.ts';
import type { EnvelopeUser } from '../transcript/seal-delivery.ts';
import { findMembership } from '../permissions/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';

/** The room of this person, under lock, and the agent in it, which may be paused. */
export async function seatedAgent(
  app: Pick<App, 'clock' | 'rooms'>,
  tx: Tx,
  person: EnvelopeUser,
  conversationId: string,
): Promise<{ ledger: Ledger; room: PeopledRoomRow; agent: AgentRow }> {
  const ledger = await Ledger.open(tx, app, isId('conversation', conversationId) ? [conversationId] : []);
  const room = isId('conversation', conversationId) ? ledger.room(conversationId) : undefined;
  if (!room?.people.includes(person.userId)) return refuse('conversation_not_found');
  const [agent] = room.agent_id ? await findAgents(tx, [room.agent_id]) : [];
  if (!agent || agent.status === 'deleted') {
    return refuse('agent_not_found', { message: 'There is no agent in this conversation.' });
  }
  if ((await findMembership(tx, agent.agent_id, person.userId))?.blocked) refuse('agent_blocked');
  return { ledger, room, agent };
}
