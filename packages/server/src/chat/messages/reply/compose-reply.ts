import type { DeliveryId, MessageId } from '@parley/protocol';
import type { Authority } from '../../../engine/deliveries/authority-queries.ts';
import type { GivenAnswer } from '../../../platform/idempotency/queries.ts';
import type { StoredAnswer } from '../../../platform/routing/stored-answer.ts';
import type { OpenSpan } from '../../../platform/telemetry/span.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { draftNotifications, newsOf } from '../../notifications/notify.ts';
import { traceReply } from '../message-span.ts';
import { placeCall, type PlacedCall } from './call-agent.ts';
import type { ReplyBatch } from './reply-queries.ts';
import type { ReplyView } from './reply-view.ts';
import { presentReply, type PostReply } from './reply.ts';

/** What the accepted replies of a batch write. */
export class ComposedReplies {
  /** The final replies, as messages. */
  readonly messages: MessageRow[] = [];
  readonly calls: PlacedCall[] = [];
  readonly answers: GivenAnswer[] = [];
  /** They end with the commit. */
  readonly spans: OpenSpan[] = [];

  /** Returns the number of final replies to a delivery in this batch. */
  countOf(deliveryId: DeliveryId): number {
    return this.messages.filter((message) => message.reply_to_delivery_id === deliveryId).length;
  }

  /** Composes the draft of a partial reply; of a final one the message and its call. */
  add(view: ReplyView, reply: PostReply, authority: Authority, nowMs: number): StoredAnswer {
    const messageId = reply.partial
      ? view.drafts.write(reply, authority.conversation_id)
      : view.drafts.close(reply.deliveryId);
    const callId = reply.partial ? null : this.append(view, reply, authority, messageId, nowMs);
    const answer = { status: 202, body: presentReply(reply, messageId, callId), replayed: false };
    if (reply.key) {
      view.replays.remember(reply.key, answer);
      this.answers.push({ key: reply.key, ...answer });
    }
    return answer;
  }

  private append(
    { transcript, calls }: ReplyView,
    reply: PostReply,
    authority: Authority,
    messageId: MessageId,
    nowMs: number,
  ): DeliveryId | null {
    const message = transcript.append({
      message_id: messageId,
      conversation_id: authority.conversation_id,
      author_type: 'agent',
      author_id: reply.agentId,
      blocks: reply.blocks,
      reply_to_delivery_id: reply.deliveryId,
    });
    this.messages.push(message);
    const trace = traceReply(reply, authority.trace, this.spans);
    const call = placeCall(calls, { reply, authority, message }, transcript, nowMs, trace);
    if (call) this.calls.push(call);
    return call?.delivery.deliveryId ?? null;
  }

  /** Returns what the last statement writes, or null if nothing. */
  batch({ transcript, drafts }: ReplyView, nowMs: number): ReplyBatch | null {
    const changes = drafts.changes();
    const { appended } = transcript;
    if (appended.length + changes.closed.length + changes.shown.length + this.answers.length === 0) return null;
    return {
      messages: appended,
      ends: transcript.lastMessages(),
      drafts: changes,
      answers: this.answers,
      notifications: draftNotifications(newsOf(transcript, this.messages, 'message'), nowMs),
      now: new Date(nowMs),
    };
  }
}
