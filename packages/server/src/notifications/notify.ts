import {
  newId,
  type AgentId,
  type ApprovalId,
  type ConversationId,
  type MessageId,
  type UserId,
} from '@parley/protocol';
import { tell, type Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import type { TranscriptWriter } from '../transcript/transcript-writer.ts';
import { insertNotifications, type NotificationDraft, type NotifiedRow } from './queries.ts';
import type { MessageRow } from '../transcript/message-row.ts';

/** Something that may draw a person's attention. */
export interface NewNotification {
  readonly userId: UserId;
  readonly type: 'message' | 'approval' | 'task';
  readonly conversationId: ConversationId;
  readonly messageId?: MessageId | null;
  readonly approvalId?: ApprovalId | null;
  /**
   * Whose doing it is, where the person may have muted or blocked that agent, or the conversation: then they are not notified.
   * Left out where they have to know in any case, as of an approval that waits for them.
   */
  readonly agentId?: AgentId;
  /** Whether it also needs the person's grant of `proactive.message`. */
  readonly proactive?: boolean;
}

/**
 * Writes notifications in the transaction of what they are about, one statement for all.
 *
 * @returns the signals to publish once that transaction is committed.
 */
export async function notify(tx: Tx, news: readonly NewNotification[], nowMs: number): Promise<Signal[]> {
  if (news.length === 0) return [];
  return tellNotified(await insertNotifications(tx, draftNotifications(news, nowMs), new Date(nowMs)));
}

/** News as what is to be written, for a statement that writes much else. */
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
  }));
}

/** What is published of notifications that were written, once that is committed. */
export function tellNotified(rows: readonly NotifiedRow[]): Signal[] {
  return rows.map((row) => tell([row.user_id], 'notificationAdded', { notificationId: row.notification_id }));
}

/** What an agent's lines bring to the attention of everyone in their conversations. */
export function newsOf(
  transcript: TranscriptWriter,
  messages: readonly MessageRow[],
  type: 'message' | 'task',
): NewNotification[] {
  return messages.flatMap((message) => {
    if (message.author_type !== 'agent') return [];
    const people = transcript.conversation(message.conversation_id)?.people ?? [];
    return people.map((userId) => ({
      userId,
      type,
      conversationId: message.conversation_id,
      messageId: message.message_id,
      agentId: message.author_id as AgentId,
      proactive: message.proactive,
    }));
  });
}
