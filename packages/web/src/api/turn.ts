import type { AgentMember, ListedConversation, Message, MessageDelivery, MessageId } from '@parley/protocol';
import type { AgentStanding, TurnStage } from '../words/turn.ts';
import type { RoomMessages, SettledMessage } from './room-messages.ts';

/** A delivery that is not dispatched within this time counts as waiting for the agent. */
const goesOutWithinMs = 3000;

/** Messages of a room that the server writes in one transaction are a millisecond apart. */
const oneStepMs = 10;

/** The state of the user's last message to the room's agent. */
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
  /** Whether a decision of the user is pending in the room. */
  readonly waitsForDecision: boolean;
}

/** Returns the state of the user's last message to the agent; null if there is no such message. */
export function turnOf(held: RoomMessages, agent: AgentMember, facts: RoomFacts, now: Date): Turn | null {
  const message = held.settled.findLast((each) => deliveryTo(each, agent) !== undefined);
  const delivery = message && deliveryTo(message, agent);
  if (!message || !delivery) return null;
  const sinceMs = now.getTime() - Date.parse(delivery.dispatchedAt ?? message.createdAt);
  const among = stageAmong(held, agent, message, delivery);
  // The agent does not get a message that was deleted before it was sent, so there is no turn.
  if (message.deleted && notSent.has(among)) return null;
  const sent = among === 'dispatched' && isOutdated(message) ? 'hasEarlier' : among;
  const stage = facts.waitsForDecision && !message.stopped ? 'waiting' : sent;
  return {
    message,
    stage,
    standing: standingOf(stage, facts, sinceMs),
    sinceMs,
    nextAttemptAt: delivery.nextAttemptAt,
  };
}

/**
 * Returns the message that something else in the room speaks for: a sentence below the transcript, or an answer that grows while the
 * message was not read again since it was sent.
 */
export function spokenFor(turn: Turn | null): MessageId | null {
  if (turn === null || turn.stage === 'answered') return null;
  const speaksForItself = turn.stage === 'answering' && stageOf(turn.message) !== 'undispatched';
  return speaksForItself ? null : turn.message.messageId;
}

/** An unfinished answer to the user, which can be stopped. */
export interface Running {
  readonly messageId: MessageId;
  /** Whether the answer has begun. */
  readonly hasBegun: boolean;
}

const notSent: ReadonlySet<TurnStage> = new Set(['undispatched', 'failed', 'retrying', 'unaddressed']);
const stoppable: ReadonlySet<TurnStage> = new Set(['answering', 'asking', 'dispatched', 'undispatched']);

/** Returns the answer that the user waits for; null if there is no such answer. A task is cancelled, not stopped, so it does not count. */
export function runningOf(held: RoomMessages, agent: AgentMember, ownUserId: string): Running | null {
  const asked = held.settled.findLast((each) => deliveryTo(each, agent) !== undefined);
  const delivery = asked && deliveryTo(asked, agent);
  if (!asked || !delivery || asked.author.id !== ownUserId) return null;
  if (asked.blocks.some(({ type }) => type === 'task_update')) return null;
  const stage = stageAmong(held, agent, asked, delivery);
  if (!stoppable.has(stage)) return null;
  return { messageId: asked.messageId, hasBegun: stage === 'answering' || stage === 'asking' };
}

/** Returns the stage of a message. Of later messages, only whether one of them answers it counts. */
export function stageOf(message: Message, isAnswered = false): TurnStage {
  if (message.stopped) return 'stopped';
  if (message.failed) return 'broken';
  if (message.asking.length > 0) return 'asking';
  const delivery = message.deliveries?.[0];
  if (!delivery) return 'unaddressed';
  const stage = stageOfDelivery(delivery);
  if (stage !== 'dispatched') return stage;
  if (!isOutdated(message)) return 'answered';
  return isAnswered ? 'answeredEarlier' : 'hasEarlier';
}

/** Returns whether a message was edited after it was sent to the agent, which therefore has the earlier text. */
export function isOutdated({ editedAt, deleted, deliveries = [] }: Message): boolean {
  if (editedAt === null || deleted) return false;
  return deliveries.some(({ dispatchedAt }) => dispatchedAt !== null && dispatchedAt < editedAt);
}

/** Returns why the room's agent receives nothing from the user now; null if it receives messages. */
export function absenceOf({
  agentStatus,
  isBlocked,
}: Pick<RoomFacts, 'agentStatus' | 'isBlocked'>): 'paused' | 'gone' | 'blocked' | null {
  if (isBlocked) return 'blocked';
  if (agentStatus === 'deleted') return 'gone';
  return agentStatus === 'paused' ? 'paused' : null;
}

function stageAmong(held: RoomMessages, agent: AgentMember, asked: Message, delivery: MessageDelivery): TurnStage {
  if (asked.stopped) return 'stopped';
  const isByAgent = (message: Message) => message.author.id === agent.agentId;
  if (held.drafts.some(isByAgent)) return 'answering';
  if (asked.asking.length > 0) return 'asking';
  const isAnswer = (message: SettledMessage) =>
    isByAgent(message) && message.seq > (asked.seq ?? 0) && !(asked.failed && isBrokenOff(message, delivery, held));
  if (held.settled.some(isAnswer)) return 'answered';
  if (asked.failed) return 'broken';
  return stageOfDelivery(delivery);
}

/**
 * Returns whether a message is an answer that the agent had begun when it reported a failure. The server makes it final in one transaction
 * with the platform's message about the failure, which follows it directly in the room.
 */
function isBrokenOff(message: SettledMessage, { deliveryId }: MessageDelivery, held: RoomMessages): boolean {
  if (message.replyToDeliveryId !== deliveryId) return false;
  const next = held.settled.find(({ seq }) => seq === message.seq + 1);
  if (next?.author.type !== 'platform' || next.blocks.length > 0) return false;
  return Date.parse(next.createdAt) - Date.parse(message.createdAt) <= oneStepMs;
}

function stageOfDelivery({ status, dispatchedAt, nextAttemptAt }: MessageDelivery): TurnStage {
  if (status === 'failed') return nextAttemptAt === null ? 'failed' : 'retrying';
  return status === 'delivered' || dispatchedAt !== null ? 'dispatched' : 'undispatched';
}

function standingOf(stage: TurnStage, facts: RoomFacts, sinceMs: number): AgentStanding {
  const absence = absenceOf(facts);
  if (absence !== null) return absence;
  const waits = stage === 'retrying' || stage === 'failed' || (stage === 'undispatched' && sinceMs > goesOutWithinMs);
  return waits ? 'unconnected' : 'connected';
}

function deliveryTo(message: Message, agent: AgentMember): MessageDelivery | undefined {
  return message.deliveries?.find(({ agentId }) => agentId === agent.agentId);
}
