import type { AgentId, ConversationId, MessageId, QueuedDelivery, SentMessage, UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import type { KnownConversation } from '../../conversations/cached-queries.ts';
import type { NewDelivery } from '../../../engine/deliveries/delivery.ts';
import type { EnqueuePlan } from '../../../engine/deliveries/engine.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import type { Aftermath } from '../../../engine/deliveries/delivery-work.ts';
import { tell } from '../../../platform/signals/signal.ts';
import type { LastMessage, TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { envelopeMessage, sealDelivery } from '../../transcript/seal-delivery.ts';
import type { SendBatch, SentRow, WrittenSend } from './send-queries.ts';
import type { SendMessage } from './send.ts';

type ComposeApp = Pick<App, 'clock' | 'engine' | 'conversationCache'>;

/** Permission to write a message: the agent of the conversation, whether it accepts deliveries, and gets this one. */
export interface WritePermission {
  readonly agentId: AgentId | null;
  readonly isLive: boolean;
  readonly isHeard: boolean;
}

/** Messages that one statement will write, each with its delivery and response. */
export class ComposedSends {
  private readonly app: ComposeApp;
  private readonly transcript: TranscriptWriter;
  private readonly places = new Map<SendMessage, number>();
  private readonly sends: Omit<WrittenSend, 'isWanted' | 'retryAt'>[] = [];
  private readonly live = new Map<ConversationId, boolean>();
  private readonly written = new Set<number>();
  /** Messages in which this batch chose an option. The chooser's screens must show that. */
  private readonly chosenOf: { userId: UserId; conversationId: ConversationId; messageId: MessageId }[] = [];
  private plan: EnqueuePlan | null = null;

  constructor(app: ComposeApp, transcript: TranscriptWriter) {
    this.app = app;
    this.transcript = transcript;
  }

  get size(): number {
    return this.sends.length;
  }

  add(
    send: SendMessage,
    conversationId: ConversationId,
    permission: WritePermission,
  ): { readonly answer: StoredAnswer; readonly messageId: MessageId } {
    const message = this.transcript.append({
      conversation_id: conversationId,
      author_type: 'user',
      author_id: send.sender.userId,
      body: send.text,
      blocks: send.blocks ?? [],
    });
    const { agentId, isLive, isHeard } = permission;
    const delivery = agentId && isLive && isHeard ? messageCreated(agentId, message, send, this.app.clock.now()) : null;
    const response = JSON.stringify(presentSent(message, delivery));
    this.live.set(conversationId, isLive);
    this.places.set(send, this.sends.length);
    const { sender, unproven, key } = send;
    const proof = unproven ? { hash: unproven.hash, locale: sender.locale, timezone: sender.timezone } : null;
    if (send.choice) this.chosenOf.push({ userId: sender.userId, conversationId, messageId: send.choice.messageId });
    this.sends.push({ message, agentId, proof, delivery, key, response });
    return { answer: { status: 201, body: response, replayed: false }, messageId: message.message_id };
  }

  /** Returns what the statement writes. */
  batch({ isLocked }: Pick<SendBatch, 'isLocked'>): SendBatch {
    const plan = this.app.engine.planEnqueue(this.deliveries());
    this.plan = plan;
    let queued = 0;
    return {
      conversations: this.transcript.lastMessages().map((end) => this.known(end)),
      isLocked,
      sends: this.sends.map((send) => {
        if (send.delivery === null) return { ...send, isWanted: false, retryAt: null };
        const place = queued++;
        return {
          ...send,
          isWanted: plan.wanted[place] === true,
          retryAt: plan.predictions.retryAt[place] ?? null,
        };
      }),
      plan,
      now: new Date(this.app.clock.now()),
    };
  }

  /** Updates the caches after the commit. Returns what remains to be done. */
  committed(sent: readonly SentRow[]): Aftermath {
    const conversations = new Set<ConversationId>();
    const queued = new Set<NewDelivery['deliveryId']>();
    const mine = new Set<NewDelivery['deliveryId']>();
    const predicted = new Set<NewDelivery['deliveryId']>();
    for (const row of sent) {
      const send = this.sends[row.place];
      if (!send) continue;
      this.written.add(row.place);
      conversations.add(send.message.conversation_id);
      if (send.delivery) queued.add(send.delivery.deliveryId);
      if (send.delivery && row.mine) mine.add(send.delivery.deliveryId);
      if (send.delivery && row.predicted) predicted.add(send.delivery.deliveryId);
    }
    this.learn(conversations);
    const enqueued = this.plan ? [this.plan.enqueued(queued, { mine, predicted })] : [];
    const chosen = this.chosenOf.map(({ userId, ...of }) => tell([userId], 'deliveryUpdated', of));
    const signals = this.transcript.signals((conversationId) => conversations.has(conversationId));
    return { enqueued, signals: [...signals, ...chosen] };
  }

  isWritten(send: SendMessage): boolean {
    return this.written.has(this.places.get(send) ?? -1);
  }

  private learn(written: ReadonlySet<ConversationId>): void {
    for (const { conversationId, seq, at } of this.transcript.lastMessages()) {
      const conversation = this.transcript.conversation(conversationId);
      if (!conversation || !written.has(conversationId)) {
        this.app.conversationCache.forget(conversationId);
        continue;
      }
      this.app.conversationCache.learn({
        conversation: { ...conversation, last_seq: seq, last_message_at: at },
        isLive: this.live.get(conversationId) ?? false,
      });
    }
  }

  private known(end: LastMessage): KnownConversation {
    const conversation = this.transcript.conversation(end.conversationId);
    if (!conversation) throw new Error(`The transcript does not hold ${end.conversationId}.`);
    return {
      ...end,
      lastSeq: conversation.last_seq,
      people: conversation.people,
      agentId: conversation.agent_id,
      isLive: this.live.get(end.conversationId) ?? false,
      agentHears: conversation.agent_hears,
    };
  }

  private deliveries(): NewDelivery[] {
    return this.sends.flatMap(({ delivery }) => delivery ?? []);
  }
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
