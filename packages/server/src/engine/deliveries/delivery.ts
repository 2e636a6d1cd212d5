import type { AgentId, ConversationId, DeliveryId, EventType, MessageId, TaskId, UserId } from '@parley/protocol';
import type { Trace } from '../../platform/telemetry/trace.ts';

/** A delivery to be queued. Its envelope is already sealed; the engine never reads the content. */
export interface NewDelivery {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  readonly event: EventType;
  /** The message that the delivery is about, or null. Its sender sees the delivery status. */
  readonly messageId: MessageId | null;
  readonly taskId: TaskId | null;
  /** The person that the agent acts for. */
  readonly userId: UserId;
  /** Whether the chain of messages began with an action of a person. */
  readonly humanOrigin: boolean;
  /** Number of calls between agents since the chain began. */
  readonly hop: number;
  readonly body: Buffer;
  readonly createdAt: Date;
  /** W3C trace context of the request that queued the delivery, or null. */
  readonly trace: Trace | null;
}

/** A delivery leased to this server. No other server sends it while this server's lease is valid. */
export interface Claimed {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId | null;
  readonly userId: UserId;
  readonly event: EventType;
  readonly body: Buffer;
  /** When the attempt became due. */
  readonly dueAt: Date;
  /** Number of attempts so far. `attemptsBefore` of them were made before the last replay. */
  readonly attemptCount: number;
  readonly attemptsBefore: number;
  readonly crashCount: number;
  /** The claim counter. A result counts only if the fence is unchanged. */
  readonly fence: number;
  readonly trace: Trace | null;
}

/** Why a delivery is left out of the index of due deliveries: the agent's window is full, or the agent is paused. */
export type ParkReason = 'window' | 'paused';

/** The deliveries of one conversation to one agent. First attempts within a lane are made in order. */
export type Lane = Pick<Claimed, 'agentId' | 'conversationId'>;

export function laneOf({ agentId, conversationId }: Lane): string {
  return `${agentId} ${conversationId}`;
}
