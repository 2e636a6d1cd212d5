import { newId, type ConversationId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { lockConversations, updateLastMessages, type PeopledConversationRow } from '../conversations/queries.ts';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { noteAssets } from './asset-mentions.ts';
import { insertPeopleLines, type PeopleLine } from './people-line-queries.ts';
import { previewOf } from './preview.ts';
import { messageRow, type MessageRow, type NewMessage } from '../conversations/message-row.ts';
import { insertMessages } from './queries.ts';
import { isSilent } from './silent.ts';

export type TranscriptApp = Pick<App, 'clock' | 'conversationCache'>;

/** The newest message of a conversation. */
export interface LastMessage {
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/**
 * Locked conversations, and the messages that a batch adds to them. `seq` continues from the last committed message
 * without a gap. Times within a conversation always increase, so that sorting by time gives the same order.
 */
export class TranscriptWriter {
  private readonly conversations = new Map<ConversationId, PeopledConversationRow>();
  private readonly ends = new Map<ConversationId, { seq: number; at: number }>();
  private readonly messages: MessageRow[] = [];
  /** Messages of the platform that are about people, and are not written yet. */
  private readonly lines: PeopleLine[] = [];
  private writtenCount = 0;
  private readonly app: TranscriptApp;

  constructor(app: TranscriptApp) {
    this.app = app;
  }

  static async open(tx: Tx, app: TranscriptApp, conversationIds: readonly ConversationId[]): Promise<TranscriptWriter> {
    const writer = new TranscriptWriter(app);
    await writer.lock(tx, conversationIds);
    return writer;
  }

  /** Opens a writer over cached conversations. The statement must compare them under their lock before it writes. */
  static over(app: TranscriptApp, conversations: readonly PeopledConversationRow[]): TranscriptWriter {
    const writer = new TranscriptWriter(app);
    writer.hold(conversations);
    return writer;
  }

  /** Locks these conversations, reads them, and adds them to those it holds. */
  async lock(tx: Tx, conversationIds: readonly ConversationId[]): Promise<void> {
    if (conversationIds.length > 0) this.hold(await lockConversations(tx, conversationIds));
  }

  private hold(conversations: readonly PeopledConversationRow[]): void {
    for (const conversation of conversations) this.conversations.set(conversation.conversation_id, conversation);
  }

  /** Returns the conversation, or undefined if it is gone. */
  conversation(conversationId: ConversationId): PeopledConversationRow | undefined {
    return this.conversations.get(conversationId);
  }

  /** Returns the time for other changes in a conversation: now, but never before its last message. */
  timeIn(conversationId: ConversationId): Date {
    const last =
      this.ends.get(conversationId)?.at ?? this.conversations.get(conversationId)?.last_message_at?.getTime();
    return new Date(Math.max(this.app.clock.now(), last ?? 0));
  }

  append(message: NewMessage): MessageRow {
    const conversation = this.conversations.get(message.conversation_id);
    if (!conversation) throw new Error(`The transcript does not hold ${message.conversation_id}.`);
    const end = this.ends.get(conversation.conversation_id) ?? {
      seq: conversation.last_seq,
      at: conversation.last_message_at?.getTime() ?? 0,
    };
    const seq = end.seq + 1;
    const at = Math.max(this.app.clock.now(), end.at + 1);
    this.ends.set(conversation.conversation_id, { seq, at });
    const messageId = message.message_id ?? newId('message', this.app.clock.now());
    const row = messageRow(message, { message_id: messageId, seq, created_at: new Date(at) });
    this.messages.push(row);
    if (message.about !== undefined) this.lines.push({ message: row, userId: message.about });
    return row;
  }

  /** Writes the messages that are not written yet, and updates their conversations. */
  async write(tx: Tx): Promise<void> {
    const messages = this.messages.slice(this.writtenCount);
    if (messages.length === 0) return;
    this.writtenCount = this.messages.length;
    await Promise.all([
      insertMessages(tx, messages),
      noteAssets(tx, messages),
      updateLastMessages(tx, this.lastMessages()),
      insertPeopleLines(tx, this.lines.splice(0)),
    ]);
  }

  /** Returns the added messages, for callers that do not use `write`, which alone writes what is about people. */
  get appended(): readonly MessageRow[] {
    if (this.lines.length > 0) throw new Error('A message about a person has to be written by `write`.');
    return this.messages;
  }

  /** Updates the cache after the commit. */
  committed(): void {
    for (const end of this.lastMessages()) this.app.conversationCache.advance(end.conversationId, end);
  }

  /** Records the assets that the messages name, for callers that do not use `write`. */
  async noteAssets(tx: Tx): Promise<void> {
    await noteAssets(tx, this.messages);
  }

  /** Returns the last message of each conversation with new ones. */
  lastMessages(): LastMessage[] {
    const last = new Map(this.messages.map((message) => [message.conversation_id, message]));
    const shown = new Map(
      this.messages.flatMap((message) => (isSilent(message) ? [] : [[message.conversation_id, message]])),
    );
    return [...last.values()].map((message) => ({
      conversationId: message.conversation_id,
      seq: message.seq,
      preview: this.previewIn(message.conversation_id, shown.get(message.conversation_id)),
      at: message.created_at,
    }));
  }

  /** A silent message leaves the preview as it was. */
  private previewIn(conversationId: ConversationId, shown: MessageRow | undefined): string {
    return shown ? previewOf(shown) : (this.conversations.get(conversationId)?.last_preview ?? '');
  }

  /** Returns the signals of the new messages, for all conversations or for some. */
  signals(isMeant: (conversationId: ConversationId) => boolean = () => true): Signal[] {
    return this.messages
      .filter((message) => isMeant(message.conversation_id))
      .map((message) =>
        tell(this.conversations.get(message.conversation_id)?.people ?? [], 'messageAppended', {
          conversationId: message.conversation_id,
          messageId: message.message_id,
        }),
      );
  }
}
