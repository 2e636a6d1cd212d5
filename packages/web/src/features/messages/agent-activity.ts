import type { AgentMember, Message, MessageDelivery } from '@parley/protocol';
import type { RoomMessages } from '../../api/room-messages.ts';

/** Without an answer for this long, an agent that took a message is no longer said to be working. */
const stalledAfterMs = 5 * 60_000;

/** What the room's agent is doing about the reader's last message to it. */
export type AgentActivity =
  | { readonly state: 'waiting' | 'working' }
  | { readonly state: 'stalled'; readonly since: string }
  | { readonly state: 'retrying'; readonly nextAttemptAt: string }
  | { readonly state: 'failed' };

/**
 * Tells what has become of the reader's last message to the agent: null where there is none, or where the agent has answered it
 * or is writing. Any later message of the agent counts as its answer.
 */
export function agentActivity(held: RoomMessages, agent: AgentMember, now: Date): AgentActivity | null {
  const asked = held.settled.findLast((message) => deliveryTo(message, agent) !== undefined);
  const delivery = asked && deliveryTo(asked, agent);
  if (!asked || !delivery) return null;
  const isByAgent = (message: Message) => message.author.id === agent.agentId;
  if (held.drafts.some(isByAgent)) return null;
  if (held.settled.some((message) => isByAgent(message) && message.seq > asked.seq)) return null;
  return activityOf(asked, delivery, now);
}

function activityOf(asked: Message, delivery: MessageDelivery, now: Date): AgentActivity {
  if (delivery.status === 'failed') {
    const { nextAttemptAt } = delivery;
    return nextAttemptAt === null ? { state: 'failed' } : { state: 'retrying', nextAttemptAt };
  }
  if (delivery.status === 'pending') return { state: 'waiting' };
  const isStalled = now.getTime() - Date.parse(asked.createdAt) > stalledAfterMs;
  return isStalled ? { state: 'stalled', since: asked.createdAt } : { state: 'working' };
}

function deliveryTo(message: Message, agent: AgentMember): MessageDelivery | undefined {
  return message.deliveries?.find(({ agentId }) => agentId === agent.agentId);
}
