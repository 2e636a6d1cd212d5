import { newId, type ConversationId, type MessageId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { lockConversations, updateLastMessages, type PeopledConversationRow } from '../conversations/queries.ts';
import { tell, type Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import { noteMentions } from './asset-mentions.ts';
import { previewOf } from './preview.ts';
import type { MessageRow } from './message-row.ts';
import { insertMessages } from './queries.ts';

/** A message to be written: the writer gives it its place and its time. */
export type NewMessage = Omit<MessageRow, 'message_id' | 'seq' | 'created_at'> & {
  /** Given where the line had an id before it was final. */
  readonly message_id?: MessageId;
};

type TranscriptApp = Pick<App, 'clock' | 'beliefs'>;

/** The newest line of a conversation. */
export interface LastMessage {
  readonly conversationId: ConversationId;
  readonly seq: number;
  readonly preview: string;
  readonly at: Date;
}

/**
 * Conversations under lock, and the lines that a batch adds to them. `seq` counts on from the last committed line without a gap, and times
 * within a conversation always rise, so that sorting by time gives the order too.
 */
export class TranscriptWriter {
  private readonly conversations: Map<ConversationId, PeopledConversationRow>;
  private readonly ends = new Map<ConversationId, { seq: number; at: number }>();
  private readonly messages: MessageRow[] = [];
  private readonly app: TranscriptApp;

  private constructor(app: TranscriptApp, conversations: readonly PeopledConversationRow[]) {
    this.app = app;
    this.conversations = new Map(conversations.map((conversation) => [conversation.conversation_id, conversation]));
  }

  static async open(tx: Tx, app: TranscriptApp, conversationIds: readonly ConversationId[]): Promise<TranscriptWriter> {
    return new TranscriptWriter(app, conversationIds.length === 0 ? [] : await lockConversations(tx, conversationIds));
  }

  /** Over conversations as they are believed to be. Whether they are, has to be seen behind their lock before anything is written. */
  static believing(app: TranscriptApp, conversations: readonly PeopledConversationRow[]): TranscriptWriter {
    return new TranscriptWriter(app, conversations);
  }

  /** The room as it is now, or undefined where it is gone. */
  conversation(conversationId: ConversationId): PeopledConversationRow | undefined {
    return this.conversations.get(conversationId);
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
    const row = {
      ...message,
      message_id: message.message_id ?? newId('message', this.app.clock.now()),
      seq,
      created_at: new Date(at),
    };
    this.messages.push(row);
    return row;
  }

  /** Writes the lines and moves the conversations on. */
  async write(tx: Tx): Promise<void> {
    if (this.messages.length === 0) return;
    const ends = this.lastMessages();
    await Promise.all([
      insertMessages(tx, this.messages),
      noteMentions(tx, this.messages),
      updateLastMessages(tx, ends),
    ]);
    for (const end of ends) this.app.beliefs.advance(end.conversationId, end);
  }

  /** The lines that were added, for whoever writes them otherwise than by `write`. */
  get lines(): readonly MessageRow[] {
    return this.messages;
  }

  /** They are committed: what is believed of their conversations goes on from them. */
  committed(): void {
    for (const end of this.lastMessages()) this.app.beliefs.advance(end.conversationId, end);
  }

  /** Notes which assets the lines name, for whoever writes the lines otherwise than by `write`. */
  async noteMentions(tx: Tx): Promise<void> {
    await noteMentions(tx, this.messages);
  }

  /** How each conversation ends that has new lines. */
  lastMessages(): LastMessage[] {
    const last = new Map(this.messages.map((message) => [message.conversation_id, message]));
    return [...last.values()].map((message) => ({
      conversationId: message.conversation_id,
      seq: message.seq,
      preview: previewOf(message),
      at: message.created_at,
    }));
  }

  /** What everyone in the conversations is told of the new lines, or of those of some conversations. */
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
