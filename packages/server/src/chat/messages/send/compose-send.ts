import type { AgentId, ConversationId, QueuedDelivery, SentMessage } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { KnownConversation } from '../../conversations/cached-queries.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import type { EnqueuePlan } from '../../../engine/deliveries/engine.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { envelopeMessage, sealDelivery } from '../../transcript/seal-delivery.ts';
import type { SendBatch, WrittenSend } from './send-queries.ts';
import type { SendMessage } from './send.ts';

/** Permission to write a message: the agent of the conversation, whether it accepts deliveries, and gets this one. */
export interface WritePermission {
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly isHeard: boolean;
}

/** A message to write, with its delivery and the response to its sender. */
export interface ComposedSend extends Omit<WrittenSend, 'isWanted' | 'retryAt'> {
  readonly send: SendMessage;
  readonly isLive: boolean;
}

/** Messages that one statement will write, and how their deliveries are to be queued. */
export interface ComposedBatch extends SendBatch {
  readonly sends: readonly (ComposedSend & WrittenSend)[];
  readonly plan: EnqueuePlan;
}

/** Appends a message to the transcript, and builds its delivery and response. */
export function composeSend(
  transcript: TranscriptWriter,
  send: SendMessage,
  conversationId: ConversationId,
  { agentId, isLive, isHeard }: WritePermission,
  nowMs: number,
): ComposedSend {
  const { sender, unproven, key } = send;
  const message = transcript.append({
    conversation_id: conversationId,
    author_type: 'user',
    author_id: sender.userId,
    body: send.text,
    blocks: send.blocks ?? [],
  });
  const delivery = agentId && isLive && isHeard ? messageCreated(agentId, message, send, nowMs) : null;
  const proof = unproven ? { hash: unproven.hash, locale: sender.locale, timezone: sender.timezone } : null;
  const response = JSON.stringify(presentSent(message, delivery));
  return { send, message, agentId, isLive, proof, delivery, key, response };
}

/** Plans the deliveries, and returns what the statement writes. */
export function composeBatch(
  { engine, clock }: Pick<App, 'engine' | 'clock'>,
  transcript: TranscriptWriter,
  composed: readonly ComposedSend[],
  { isLocked }: Pick<SendBatch, 'isLocked'>,
): ComposedBatch {
  const plan = engine.planEnqueue(composed.flatMap(({ delivery }) => delivery ?? []));
  let queued = 0;
  const sends = composed.map((send) => {
    if (send.delivery === null) return { ...send, isWanted: false, retryAt: null };
    const place = queued++;
    return { ...send, isWanted: plan.wanted[place] === true, retryAt: plan.predictions.retryAt[place] ?? null };
  });
  return { conversations: knownOf(transcript, composed), isLocked, sends, plan, now: new Date(clock.now()) };
}

function knownOf(transcript: TranscriptWriter, composed: readonly ComposedSend[]): KnownConversation[] {
  const live = new Map(composed.map(({ message, isLive }) => [message.conversation_id, isLive]));
  return transcript.lastMessages().map((end) => {
    const conversation = transcript.conversation(end.conversationId);
    if (!conversation) throw new Error(`The transcript does not hold ${end.conversationId}.`);
    return {
      ...end,
      lastSeq: conversation.last_seq,
      people: conversation.people,
      agentId: conversation.agent_id,
      isLive: live.get(end.conversationId) ?? false,
      agentHears: conversation.agent_hears,
    };
  });
}

function messageCreated(agentId: AgentId, message: MessageRow, send: SendMessage, nowMs: number): NewDelivery {
  return sealDelivery(
    {
      event: 'message.created',
      agentId,
      conversationId: message.conversation_id,
      user: send.sender,
      payload: { messages: [envelopeMessage(message)] },
      createdAt: message.created_at,
      messageId: message.message_id,
      trace: send.trace,
    },
    nowMs,
  );
}

function presentSent(message: MessageRow, delivery: NewDelivery | null): SentMessage {
  const queued: QueuedDelivery[] = delivery
    ? [{ agentId: delivery.agentId, deliveryId: delivery.deliveryId, dispatchedAt: null, status: 'pending' }]
    : [];
  return {
    messageId: message.message_id,
    conversationId: message.conversation_id,
    seq: message.seq,
    body: message.body,
    createdAt: message.created_at.toISOString(),
    deliveries: queued,
  };
}
