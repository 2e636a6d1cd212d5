import type { ConversationId, SentMessage } from '@parley/protocol';
import { RequestError } from './request.ts';

/** A message on its way to the server. */
export interface OutgoingMessage {
  /** The Idempotency-Key of every try, so that a retry can never send it twice. */
  readonly key: string;
  readonly conversationId: ConversationId;
  readonly text: string;
  readonly createdAt: string;
  readonly state: 'sending' | 'failed';
  readonly error: RequestError | null;
}

export interface Outbox {
  /** Shows the message at once and sends it after those before it in its room. */
  send(conversationId: ConversationId, text: string): void;
  /** Sends a failed message again under its first key. */
  retry(key: string): void;
  /** Forgets a failed message. */
  discard(key: string): void;
  /** The messages on their way, oldest first; the same array until something changes. */
  list(): readonly OutgoingMessage[];
  /** Resolves when no send of this room is running. */
  settled(conversationId: ConversationId): Promise<void>;
  subscribe(reader: () => void): () => void;
}

export interface OutboxParts {
  readonly post: (message: OutgoingMessage) => Promise<SentMessage>;
  /** Puts the stored message in its place; the outgoing one disappears right after. */
  readonly onStored: (message: OutgoingMessage, stored: SentMessage) => void;
  readonly newKey: () => string;
  readonly now: () => Date;
}

/** Makes an outbox. Within one room messages are sent one at a time, so they are stored in the order in which they were written. */
export function createOutbox(parts: OutboxParts): Outbox {
  let messages: readonly OutgoingMessage[] = [];
  const readers = new Set<() => void>();
  const lanes = new Map<ConversationId, Promise<void>>();

  function replace(next: readonly OutgoingMessage[]): void {
    messages = next;
    for (const reader of readers) reader();
  }

  function mark(key: string, change: Pick<OutgoingMessage, 'state' | 'error'>): void {
    replace(messages.map((message) => (message.key === key ? { ...message, ...change } : message)));
  }

  function enqueue(message: OutgoingMessage): void {
    const before = lanes.get(message.conversationId) ?? Promise.resolve();
    const lane = before.then(() => deliver(message));
    lanes.set(message.conversationId, lane);
  }

  async function deliver(message: OutgoingMessage): Promise<void> {
    try {
      const stored = await parts.post(message);
      parts.onStored(message, stored);
      replace(messages.filter(({ key }) => key !== message.key));
    } catch (error) {
      mark(message.key, { state: 'failed', error: toRequestError(error) });
    }
  }

  return {
    send(conversationId, text) {
      const createdAt = parts.now().toISOString();
      const message = { key: parts.newKey(), conversationId, text, createdAt, state: 'sending', error: null } as const;
      replace([...messages, message]);
      enqueue(message);
    },
    retry(key) {
      const message = messages.find((each) => each.key === key && each.state === 'failed');
      if (!message) return;
      mark(key, { state: 'sending', error: null });
      enqueue(message);
    },
    discard: (key) => replace(messages.filter((message) => message.key !== key || message.state === 'sending')),
    list: () => messages,
    settled: (conversationId) => lanes.get(conversationId) ?? Promise.resolve(),
    subscribe(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
}

function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  return new RequestError('The message could not be sent.', { code: 'unknown', status: 0 });
}
