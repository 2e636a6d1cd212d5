import {
  newId,
  type AgentId,
  type ConversationId,
  type Envelope,
  type EnvelopeMessage,
  type EventType,
  type MessageId,
  type TaskId,
  type UserId,
} from '@parley/protocol';
import type { NewDelivery } from '../deliveries/delivery.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { MessageRow } from './message-row.ts';

/** The person on whose behalf an agent gets a delivery, as its envelope names them. */
export interface EnvelopeUser {
  readonly userId: UserId;
  readonly locale: string;
  readonly timezone: string;
}

/** The fields that every envelope has and the platform fills in; what is left of an event is its own payload. */
type Filled = 'version' | 'delivery_id' | 'event' | 'agent_id' | 'conversation_id' | 'created_at' | 'user' | 'task_id';

export interface DeliveryOf<Event extends EventType> {
  readonly event: Event;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  /** Whom the envelope names. */
  readonly user: EnvelopeUser;
  /** On whose behalf it is, where that is not who the envelope names. */
  readonly onBehalfOf?: UserId;
  readonly payload: Omit<Envelope<Event>, Filled>;
  readonly createdAt: Date;
  /** The message whose sender sees how the delivery fares. */
  readonly messageId?: MessageId;
  readonly taskId?: TaskId;
  /** False where no person's act started the chain, as with a schedule. */
  readonly humanOrigin?: boolean;
  readonly hop?: number;
  /** Where the request that brings it about stands in a trace. */
  readonly trace?: Trace | null;
}

/**
 * Seals a delivery: the finished bytes of its envelope, with the columns that authority needs. The engine never reads more, and a
 * retry sends the same bytes.
 */
export function sealDelivery<Event extends EventType>(delivery: DeliveryOf<Event>, nowMs: number): NewDelivery {
  const { event, agentId, conversationId, user, createdAt, taskId = null } = delivery;
  const deliveryId = newId('delivery', nowMs);
  const envelope = {
    version: '1',
    delivery_id: deliveryId,
    event,
    agent_id: agentId,
    conversation_id: conversationId,
    created_at: createdAt.toISOString(),
    user: { id: user.userId, locale: user.locale, timezone: user.timezone },
    task_id: taskId,
    ...delivery.payload,
  };
  return {
    deliveryId,
    agentId,
    conversationId,
    event,
    messageId: delivery.messageId ?? null,
    taskId,
    userId: delivery.onBehalfOf ?? user.userId,
    humanOrigin: delivery.humanOrigin ?? true,
    hop: delivery.hop ?? 0,
    body: Buffer.from(JSON.stringify(envelope)),
    createdAt,
    trace: delivery.trace ?? null,
  };
}

/** A line of a room as an envelope carries it. */
export function envelopeMessage(message: MessageRow): EnvelopeMessage {
  return {
    id: message.message_id,
    author: message.author_type,
    author_id: message.author_id,
    text: message.body ?? '',
    created_at: message.created_at.toISOString(),
    ...(message.blocks.length > 0 ? { blocks: [...message.blocks] } : {}),
  };
}
