import type { ConversationId, SentMessage } from '@parley/protocol';
import { outboxWords as words } from '../words/outbox.ts';
import { withOutgoing } from './outgoing.ts';
import type { OutgoingMessage, OutgoingStore, SendFailure } from './outgoing.ts';
import { RequestError } from './request.ts';
import type { Leadership } from './leadership.ts';

export type { OutgoingMessage } from './outgoing.ts';

/** The optional parts of an outgoing message. */
export type OutgoingExtra = Pick<OutgoingMessage, 'attachment' | 'choice'>;

export interface Outbox {
  /** Resolves once the message is stored in this browser. It is sent after the earlier messages of its room. */
  send(conversationId: ConversationId, text: string, extra?: OutgoingExtra): Promise<void>;
  /** Sends a waiting or failed message now. */
  retry(key: string): void;
  /** Retries waiting messages now, because the server may be reachable again. */
  tryNow(): void;
  /** Deletes a message that is not being sent and returns its text; returns null if it is being sent. */
  discard(key: string): string | null;
  /** Returns the outgoing messages, oldest first; the same array until something changes. */
  list(): readonly OutgoingMessage[];
  /** Resolves when no send of this room is running. */
  settled(conversationId: ConversationId): Promise<void>;
  subscribe(reader: () => void): () => void;
  /** Stops sending in this tab and stops listening to other tabs. */
  close(): void;
}

/** The messages between tabs. */
export type OutboxNews =
  { readonly put: OutgoingMessage } | { readonly gone: OutgoingMessage; readonly stored: SentMessage | null };

export interface OutboxParts {
  readonly store: OutgoingStore;
  readonly post: (message: OutgoingMessage) => Promise<SentMessage>;
  /** Adds the stored message to the cache, in every tab; the outgoing one disappears right after. */
  readonly onStored: (message: OutgoingMessage, stored: SentMessage) => void;
  /** Called when the offer already had another choice: the message is dropped, and the message with the offer is read again. */
  readonly onChosenBefore?: (message: OutgoingMessage) => void;
  readonly tell: (news: OutboxNews) => void;
  readonly listen: (hear: (news: OutboxNews) => void) => () => void;
  /** Elects one tab as the sender. */
  readonly lead: (leadership: Leadership) => () => void;
  readonly newKey: () => string;
  readonly now: () => Date;
}

/** More messages than a person writes while offline. */
const mostMessages = 200;
/** The server stores an idempotency key for 24 hours; after that, a retry could store the message twice. */
const keyLastsMs = 23 * 3_600_000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Creates an outbox. A message stays in the browser until the server has stored it. Within one room, messages are sent one at a time, so
 * they are stored in the order in which they were written. If several tabs are open, only one of them sends.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const list = new OutgoingList(parts);
  const sender = new Sender(list, parts);
  const onOnline = () => sender.tryNow();
  globalThis.addEventListener('online', onOnline);
  const stopListening = parts.listen((news) => {
    list.apply(news);
    sender.pump();
  });
  const resign = parts.lead({
    start: () => void sender.start(),
    stop: () => sender.stop(),
  });
  const stillWith = (key: string) => list.messages.find((each) => each.key === key && each.state !== 'sending');

  return {
    async send(conversationId, text, extra = {}) {
      await list.loaded;
      if (list.messages.length >= mostMessages) throw new RequestError(words.full, full);
      const createdAt = parts.now().toISOString();
      const place = Math.max(Date.parse(createdAt), (list.messages.at(-1)?.place ?? 0) + 1);
      await sender.keep({
        key: parts.newKey(),
        conversationId,
        text,
        ...extra,
        createdAt,
        place,
        state: 'queued',
        failure: null,
      });
    },
    retry(key) {
      const message = stillWith(key);
      if (message) sender.sendAgain(message);
    },
    tryNow: () => sender.tryNow(),
    discard(key) {
      const message = stillWith(key);
      if (message) sender.forget(message, null);
      return message?.text ?? null;
    },
    list: () => list.messages,
    settled: (conversationId) => list.settled(conversationId),
    subscribe: (reader) => list.subscribe(reader),
    close() {
      globalThis.removeEventListener('online', onOnline);
      stopListening();
      resign();
    },
  };
}

/** The outgoing messages, as every tab sees them. */
class OutgoingList {
  messages: readonly OutgoingMessage[] = [];
  readonly loaded: Promise<void>;
  private readonly readers = new Set<() => void>();

  constructor(private readonly parts: OutboxParts) {
    this.loaded = parts.store.load().then(
      (kept) => this.replace(kept.reduce(withOutgoing, this.messages)),
      () => undefined,
    );
  }

  apply(news: OutboxNews): void {
    if ('put' in news) return this.replace(withOutgoing(this.messages, news.put));
    if (news.stored) this.parts.onStored(news.gone, news.stored);
    this.replace(this.messages.filter(({ key }) => key !== news.gone.key));
  }

  subscribe(reader: () => void): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }

  settled(conversationId: ConversationId): Promise<void> {
    return new Promise((resolve) => {
      const isOver = () => !this.messages.some((each) => each.conversationId === conversationId && isMoving(each));
      const look = () => {
        if (!isOver()) return;
        this.readers.delete(look);
        resolve();
      };
      this.readers.add(look);
      look();
    });
  }

  private replace(next: readonly OutgoingMessage[]): void {
    this.messages = next;
    for (const reader of this.readers) reader();
  }
}

/** Sends messages, if this tab is the elected sender. */
class Sender {
  private leads = false;
  private isReady = false;
  private pauseMs = firstPauseMs;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly busyRooms = new Set<ConversationId>();

  constructor(
    private readonly list: OutgoingList,
    private readonly parts: OutboxParts,
  ) {}

  async start(): Promise<void> {
    this.leads = true;
    await this.list.loaded;
    this.isReady = this.leads;
    // The previous sender may have closed in the middle of a send; the idempotency key makes a retry safe.
    for (const each of this.list.messages) {
      if (each.state === 'sending' || each.state === 'waiting') this.list.apply({ put: { ...each, state: 'queued' } });
    }
    this.pump();
  }

  stop(): void {
    this.leads = false;
    this.isReady = false;
    clearTimeout(this.timer);
  }

  /** Stores a message in the browser; rejects if that fails. */
  async keep(message: OutgoingMessage): Promise<void> {
    await this.parts.store.put(message);
    this.spread({ put: message });
  }

  forget(message: OutgoingMessage, stored: SentMessage | null): void {
    this.parts.store.remove(message.key).catch(() => undefined);
    this.spread({ gone: message, stored });
  }

  sendAgain(message: OutgoingMessage): void {
    this.pauseMs = firstPauseMs;
    const again = { ...message, state: 'queued', failure: null } as const;
    if (message.failure?.code !== tooOld.code) return void this.keep(again);
    this.forget(message, null);
    void this.keep({ ...again, key: this.parts.newKey(), createdAt: this.parts.now().toISOString() });
  }

  /** Retries at once, because the connection is back. */
  tryNow(): void {
    this.pauseMs = firstPauseMs;
    this.tryWaiting();
  }

  /** Sends the first message of each idle room. */
  pump(): void {
    if (!this.isReady) return;
    for (const message of this.list.messages) {
      const { state, conversationId } = message;
      if (state !== 'queued' || this.busyRooms.has(conversationId)) continue;
      if (this.list.messages.some((other) => isAhead(other, message))) continue;
      this.busyRooms.add(conversationId);
      void this.deliver(message).finally(() => {
        this.busyRooms.delete(conversationId);
        this.pump();
      });
    }
  }

  private async deliver(message: OutgoingMessage): Promise<void> {
    const age = this.parts.now().getTime() - Date.parse(message.createdAt);
    if (age > keyLastsMs) return this.keep({ ...message, state: 'failed', failure: tooOld });
    this.spread({ put: { ...message, state: 'sending', failure: null } });
    try {
      const stored = await this.parts.post(message);
      this.pauseMs = firstPauseMs;
      this.forget(message, stored);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'already_chosen') {
        this.parts.onChosenBefore?.(message);
        return this.forget(message, null);
      }
      const mayPass =
        failure.status === 0 ||
        failure.status === 401 ||
        // The message waits in its author's outbox until they sign in again.
        failure.code === 'other_session' ||
        failure.status === 429 ||
        failure.status >= 500;
      const kept = { ...message, state: mayPass ? 'waiting' : 'failed', failure } as const;
      // If the disk is full, the first copy is still stored.
      await this.keep(kept).catch(() => this.spread({ put: kept }));
      if (mayPass) this.tryLater();
    }
  }

  private tryLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tryWaiting(), this.pauseMs * (0.75 + Math.random() / 2));
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  private tryWaiting(): void {
    if (!this.isReady) return;
    clearTimeout(this.timer);
    for (const each of this.list.messages) {
      if (each.state === 'waiting') this.list.apply({ put: { ...each, state: 'queued' } });
    }
    this.pump();
  }

  private spread(news: OutboxNews): void {
    this.list.apply(news);
    this.parts.tell(news);
    this.pump();
  }
}

const full = { code: 'outbox_full', status: 0, hint: words.fullHint };
const tooOld: SendFailure = {
  code: 'outbox_expired',
  status: 0,
  message: words.tooOld,
  hint: words.tooOldHint,
};

const isMoving = ({ state }: OutgoingMessage) => state === 'queued' || state === 'sending';

/** Returns whether one message must be sent before another. A permanently failed message blocks no other. */
function isAhead(one: OutgoingMessage, other: OutgoingMessage): boolean {
  return one.conversationId === other.conversationId && one.place < other.place && one.state !== 'failed';
}

function failureOf(error: unknown): SendFailure {
  if (!(error instanceof RequestError)) {
    return { message: words.failed, hint: null, code: 'unknown', status: 0 };
  }
  const { message, hint, code, status } = error;
  return { message, hint, code, status };
}
