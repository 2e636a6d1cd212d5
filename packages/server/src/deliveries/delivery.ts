import type { AgentId, ConversationId, DeliveryId, EventType, MessageId, TaskId, UserId } from '@parley/protocol';
import type { Trace } from '../telemetry/trace.ts';

/** A delivery to be queued: its envelope is sealed, so the engine never reads what it is about. */
export interface NewDelivery {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  readonly event: EventType;
  /** The message whose sender sees how the delivery fares; null where there is none. */
  readonly messageId: MessageId | null;
  readonly taskId: TaskId | null;
  /** The person on whose behalf the agent gets it. */
  readonly userId: UserId;
  /** Whether a person's act started the chain that led here. */
  readonly humanOrigin: boolean;
  /** Calls between agents since the chain began. */
  readonly hop: number;
  readonly body: Buffer;
  readonly createdAt: Date;
  /** Where what queued it stands in a trace; null where in none. */
  readonly trace: Trace | null;
}

/** A delivery that this server has in hand: no other will touch it while this one lives. */
export interface Claimed {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId | null;
  readonly userId: UserId;
  readonly event: EventType;
  readonly body: Buffer;
  /** Since when it is due. */
  readonly dueAt: Date;
  /** Attempts so far; `attemptsBefore` of them belong to rounds before a replay. */
  readonly attemptCount: number;
  readonly attemptsBefore: number;
  readonly crashCount: number;
  /** Counts the claims. A result counts only while the fence is still the same. */
  readonly fence: number;
  readonly trace: Trace | null;
}

/** Why a delivery waits outside the index of due ones: the agent's window is full, or the agent is paused. */
export type ParkReason = 'window' | 'paused';

/** First attempts of one lane arrive in order. */
export type Lane = Pick<Claimed, 'agentId' | 'conversationId'>;

export function laneOf({ agentId, conversationId }: Lane): string {
  return `${agentId} ${conversationId}`;
}
