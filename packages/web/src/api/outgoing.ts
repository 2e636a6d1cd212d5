import type { AssetId, ConversationId } from '@parley/protocol';

/** Why a message did not get through, as it can be kept. */
export interface SendFailure {
  readonly message: string;
  readonly hint: string | null;
  readonly code: string;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
}

/** A file that was uploaded and is sent as a message of its own. */
export interface OutgoingAttachment {
  readonly assetId: AssetId;
  readonly filename: string;
  readonly mime: string;
  readonly sizeBytes: number;
}

/** A message on its way to the server. */
export interface OutgoingMessage {
  /** The Idempotency-Key of every try, so that a retry can never send it twice. */
  readonly key: string;
  readonly conversationId: ConversationId;
  /** Empty where it is a file. */
  readonly text: string;
  readonly attachment?: OutgoingAttachment;
  readonly createdAt: string;
  /** Its place among all of them: the smaller goes first. */
  readonly place: number;
  /** `waiting` was tried in vain and will be tried again by itself, `failed` will not. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed';
  readonly failure: SendFailure | null;
}

/** Where outgoing messages are kept until they are stored. */
export interface OutgoingStore {
  load(): Promise<readonly OutgoingMessage[]>;
  put(message: OutgoingMessage): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The messages in the order in which they were written, with this one put in or in place of its former self. */
export function withOutgoing(messages: readonly OutgoingMessage[], message: OutgoingMessage): OutgoingMessage[] {
  return [...messages.filter(({ key }) => key !== message.key), message].sort((one, other) => one.place - other.place);
}
