import type { AssetId, Choice, ConversationId } from '@parley/protocol';

/** The error of a failed send, in a form that can be stored. */
export interface SendFailure {
  readonly message: string;
  readonly hint: string | null;
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
}

/** An uploaded file that is sent as a separate message. */
export interface OutgoingAttachment {
  readonly assetId: AssetId;
  readonly filename: string;
  readonly mime: string;
  readonly sizeBytes: number;
}

/** The choice that a message makes, and the label of its button. */
export interface OutgoingChoice {
  readonly choice: Choice;
  readonly label: string;
}

/** An unsent message. */
export interface OutgoingMessage {
  /** The Idempotency-Key of every attempt, so that a retry never stores the message twice. */
  readonly key: string;
  readonly conversationId: ConversationId;
  /** Empty for a file. */
  readonly text: string;
  readonly attachment?: OutgoingAttachment;
  /** The choice that it makes in another message. */
  readonly choice?: OutgoingChoice;
  readonly createdAt: string;
  /** Position in the order of sending: smaller first. */
  readonly place: number;
  /** `waiting` failed temporarily and is retried automatically; `failed` is not retried. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed';
  readonly failure: SendFailure | null;
}

/** Stores outgoing messages until the server has them. */
export interface OutgoingStore {
  load(): Promise<readonly OutgoingMessage[]>;
  put(message: OutgoingMessage): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Returns the messages in the order of sending, with this one added or replaced. */
export function withOutgoing(messages: readonly OutgoingMessage[], message: OutgoingMessage): OutgoingMessage[] {
  return [...messages.filter(({ key }) => key !== message.key), message].sort((one, other) => one.place - other.place);
}
