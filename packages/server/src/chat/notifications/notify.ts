import {
  mentionedHandles,
  newId,
  type AgentId,
  type ApprovalId,
  type ConversationId,
  type MessageId,
  type UserId,
} from '@parley/protocol';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { Transcript } from '../conversations/transcript-work.ts';
import { insertNotifications, type NotificationDraft, type NotifiedRow } from './queries.ts';
import { textOf } from '../transcript/preview.ts';
import { isSilent } from '../transcript/silent.ts';
import type { MessageRow } from '../conversations/message-row.ts';

/** A notification to write, if the person's settings allow it. */
export interface NewNotification {
  readonly userId: UserId;
  readonly type: 'message' | 'mention' | 'approval' | 'task';
  readonly conversationId: ConversationId;
  readonly messageId?: MessageId | null;
  readonly approvalId?: ApprovalId | null;
  /**
   * The agent that caused it. The person is not notified if they muted or blocked this agent, or muted the
   * conversation. Left out if they must be notified in any case, such as of an approval that waits for them.
   */
  readonly agentId?: AgentId;
  /** Whether it also needs the person's grant of `proactive.message`. */
  readonly proactive?: boolean;
  /** Whether only the agent's owner may see it. Other people are not notified. */
  readonly ownerOnly?: boolean;
  /** The handles in the message of an agent. It is a `mention` for the people who have them, if their level allows it. */
  readonly handles?: ReadonlySet<string>;
  /**
   * The person whose message mentions this one. Not notified if this one muted the conversation, blocked that person, or
   * is at level `decisions` or `none`.
   */
  readonly mentionedBy?: UserId;
}

/**
 * Writes notifications in the transaction of their cause, with one statement for all.
 *
 * @returns the signals to publish after the commit.
 */
export async function notify(tx: Tx, news: readonly NewNotification[], nowMs: number): Promise<Signal[]> {
  if (news.length === 0) return [];
  return tellNotified(await insertNotifications(tx, draftNotifications(news, nowMs), new Date(nowMs)));
}

/** Converts notifications to rows, for a statement that also writes other tables. */
export function draftNotifications(news: readonly NewNotification[], nowMs: number): NotificationDraft[] {
  return news.map((item) => ({
    notification_id: newId('notification', nowMs),
    user_id: item.userId,
    type: item.type,
    conversation_id: item.conversationId,
    message_id: item.messageId ?? null,
    approval_id: item.approvalId ?? null,
    created_at: new Date(nowMs),
    agent_id: item.agentId ?? null,
    proactive: item.proactive ?? false,
    owner_only: item.ownerOnly ?? false,
    handles: item.handles?.size ? [...item.handles].join(' ') : null,
    mentioned_by: item.mentionedBy ?? null,
  }));
}

/** Returns the signals to publish for notifications that were written, after the commit. */
export function tellNotified(rows: readonly NotifiedRow[]): Signal[] {
  return rows.map((row) => tell([row.user_id], 'notificationAdded', { notificationId: row.notification_id }));
}

/** Returns the notifications that messages of an agent cause: one for each person in the conversation. */
export function newsOf(
  transcript: Pick<Transcript, 'conversation'>,
  messages: readonly MessageRow[],
  type: 'message' | 'task',
): NewNotification[] {
  return messages.flatMap((message) => {
    if (message.author_type !== 'agent') return [];
    const people = transcript.conversation(message.conversation_id)?.people ?? [];
    const handles = type === 'message' ? { handles: mentionedHandles(textOf(message)) } : {};
    return people.map((userId) => ({
      userId,
      type,
      conversationId: message.conversation_id,
      messageId: message.message_id,
      agentId: message.author_id as AgentId,
      proactive: message.proactive,
      ownerOnly: isSilent(message),
      ...handles,
    }));
  });
}
