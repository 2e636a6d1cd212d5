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
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { MessageRow } from '../conversations/message-row.ts';

/** The person of a delivery, as its envelope names them. */
export interface EnvelopeUser {
  readonly userId: UserId;
  readonly locale: string;
  readonly timezone: string;
}

/** Fields that the platform fills in for every event. The other fields of an event are its payload. */
type Filled = 'version' | 'delivery_id' | 'event' | 'agent_id' | 'conversation_id' | 'created_at' | 'user' | 'task_id';

export interface DeliveryOf<Event extends EventType> {
  readonly event: Event;
  readonly agentId: AgentId;
  readonly conversationId: ConversationId;
  /** The person that the envelope names. */
  readonly user: EnvelopeUser;
  /** The person that the agent acts for, if the envelope names another. */
  readonly onBehalfOf?: UserId;
  readonly payload: Omit<Envelope<Event>, Filled>;
  readonly createdAt: Date;
  /** The message that the delivery is about. Its sender sees the delivery status. */
  readonly messageId?: MessageId;
  readonly taskId?: TaskId;
  /** False if no person's action started the chain, as with a schedule. */
  readonly humanOrigin?: boolean;
  readonly hop?: number;
  /** W3C trace context of the request that queues the delivery, or null. */
  readonly trace?: Trace | null;
}

/**
 * Seals a delivery: the final bytes of its envelope, and the columns that authorization needs. The engine reads nothing
 * else, and a retry sends the same bytes.
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

/** Returns the bytes of an envelope with the current version of one of its messages; all else is as it was. */
export function resealMessage(body: Buffer, message: MessageRow): Buffer {
  const envelope = JSON.parse(body.toString()) as { readonly messages?: readonly EnvelopeMessage[] };
  const messages = envelope.messages?.map((one) => (one.id === message.message_id ? envelopeMessage(message) : one));
  return Buffer.from(JSON.stringify({ ...envelope, ...(messages ? { messages } : {}) }));
}

/** Presents a message of a conversation for an envelope. */
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
