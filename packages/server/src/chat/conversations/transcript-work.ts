import type { ConversationId } from '@parley/protocol';
import type { DeliveryWork } from '../../engine/deliveries/delivery-work.ts';
import type { Commit } from '../../platform/signals/work.ts';
import type { MessageRow, NewMessage } from './message-row.ts';
import type { PeopledConversationRow } from './queries.ts';

/** A unit of work that can also append messages to conversations. */
export interface TranscriptWork extends DeliveryWork {
  readonly transcript: Transcript;
}

export type CommitTranscripts = Commit<TranscriptWork>;

/** The conversations that a unit of work has locked, and the messages that it appends to them. */
export interface Transcript {
  /** Locks these conversations until the commit and reads them. Skips those that are gone. */
  lock(conversationIds: readonly ConversationId[]): Promise<void>;
  /** Returns a locked conversation as `lock` read it, or undefined if it is gone. */
  conversation(conversationId: ConversationId): PeopledConversationRow | undefined;
  /** Returns the time for other changes in a conversation: now, but never before its last message. */
  timeIn(conversationId: ConversationId): Date;
  /**
   * Appends a message to a locked conversation. It is written just before the commit. Its signal follows the signals
   * that the work had when it appended its last message.
   */
  append(message: NewMessage): MessageRow;
  /** Writes the messages now, for a use case that then reads them in the same transaction. */
  write(): Promise<void>;
}
