import type { AgentMember, ListedConversation, Message, MessageDelivery, MessageId } from '@parley/protocol';
import type { AgentStanding, TurnStage } from '../words/turn.ts';
import type { RoomMessages } from './room-messages.ts';

/** A delivery that has not gone out for this long waits for the agent. */
const goesOutWithinMs = 3000;

/** Where the reader's last message to the room's agent stands. */
export interface Turn {
  readonly message: Message;
  readonly stage: TurnStage;
  readonly standing: AgentStanding;
  readonly sinceMs: number;
  readonly nextAttemptAt: string | null;
}

export interface RoomFacts {
  readonly agentStatus: ListedConversation['agentStatus'];
  readonly isBlocked: boolean;
  /** Whether something in the room waits for the reader's decision. */
  readonly waitsForDecision: boolean;
}

/** Tells where the reader's last message to the agent stands; null where there is none. */
export function turnOf(held: RoomMessages, agent: AgentMember, facts: RoomFacts, now: Date): Turn | null {
  const message = held.settled.findLast((each) => deliveryTo(each, agent) !== undefined);
  const delivery = message && deliveryTo(message, agent);
  if (!message || !delivery) return null;
  const sinceMs = now.getTime() - Date.parse(delivery.dispatchedAt ?? message.createdAt);
  const stage = facts.waitsForDecision && !message.stopped ? 'waiting' : stageAmong(held, agent, message, delivery);
  return {
    message,
    stage,
    standing: standingOf(stage, facts, sinceMs),
    sinceMs,
    nextAttemptAt: delivery.nextAttemptAt,
  };
}

/** An answer to the reader that is not over, so that it can be stopped. */
export interface Running {
  readonly messageId: MessageId;
  /** Whether it has begun. */
  readonly hasBegun: boolean;
}

/** The answer that the reader waits for; null where there is none. A task is cancelled, not stopped, so none is waited for. */
export function runningOf(held: RoomMessages, agent: AgentMember, ownUserId: string): Running | null {
  const asked = held.settled.findLast((each) => deliveryTo(each, agent) !== undefined);
  const delivery = asked && deliveryTo(asked, agent);
  if (!asked || !delivery || asked.author.id !== ownUserId) return null;
  if (asked.blocks.some(({ type }) => type === 'task_update')) return null;
  const stage = stageAmong(held, agent, asked, delivery);
  if (stage !== 'answering' && stage !== 'dispatched' && stage !== 'undispatched') return null;
  return { messageId: asked.messageId, hasBegun: stage === 'answering' };
}

/** Where a message stands by itself, without a look at what came after it. */
export function stageOf(message: Message): TurnStage {
  if (message.stopped) return 'stopped';
  const delivery = message.deliveries?.[0];
  if (!delivery) return 'unaddressed';
  const stage = stageOfDelivery(delivery);
  return stage === 'dispatched' ? 'answered' : stage;
}

function stageAmong(held: RoomMessages, agent: AgentMember, asked: Message, delivery: MessageDelivery): TurnStage {
  if (asked.stopped) return 'stopped';
  const isByAgent = (message: Message) => message.author.id === agent.agentId;
  if (held.drafts.some(isByAgent)) return 'answering';
  // Any later message of the agent counts as its answer.
  if (held.settled.some((message) => isByAgent(message) && message.seq > (asked.seq ?? 0))) return 'answered';
  return stageOfDelivery(delivery);
}

function stageOfDelivery({ status, dispatchedAt, nextAttemptAt }: MessageDelivery): TurnStage {
  if (status === 'failed') return nextAttemptAt === null ? 'failed' : 'retrying';
  return status === 'delivered' || dispatchedAt !== null ? 'dispatched' : 'undispatched';
}

function standingOf(stage: TurnStage, { agentStatus, isBlocked }: RoomFacts, sinceMs: number): AgentStanding {
  if (isBlocked) return 'blocked';
  if (agentStatus === 'deleted') return 'gone';
  if (agentStatus === 'paused') return 'paused';
  const waits = stage === 'retrying' || stage === 'failed' || (stage === 'undispatched' && sinceMs > goesOutWithinMs);
  return waits ? 'unconnected' : 'connected';
}

function deliveryTo(message: Message, agent: AgentMember): MessageDelivery | undefined {
  return message.deliveries?.find(({ agentId }) => agentId === agent.agentId);
}
