import type { ConversationId, SentMessage } from '@parley/protocol';
import { outboxWords as words } from '../words/outbox.ts';
import { withOutgoing } from './outgoing.ts';
import type { OutgoingAttachment, OutgoingMessage, OutgoingStore, SendFailure } from './outgoing.ts';
import { RequestError } from './request.ts';
import type { Leadership } from './tabs.ts';

export type { OutgoingMessage } from './outgoing.ts';

export interface Outbox {
  /** Resolves once the message is kept in this browser; it is sent after those before it in its room. */
  send(conversationId: ConversationId, text: string, attachment?: OutgoingAttachment): Promise<void>;
  /** Sends a waiting or failed message now. */
  retry(key: string): void;
  /** Forgets a message that is not being sent; gives its text, or null where it is on its way already. */
  discard(key: string): string | null;
  /** The messages on their way, oldest first; the same array until something changes. */
  list(): readonly OutgoingMessage[];
  /** Resolves when no send of this room is running. */
  settled(conversationId: ConversationId): Promise<void>;
  subscribe(reader: () => void): () => void;
  /** From now on this tab neither sends nor hears of the others. */
  close(): void;
}

/** What tabs tell each other. */
export type OutboxNews =
  { readonly put: OutgoingMessage } | { readonly gone: OutgoingMessage; readonly stored: SentMessage | null };

export interface OutboxParts {
  readonly store: OutgoingStore;
  readonly post: (message: OutgoingMessage) => Promise<SentMessage>;
  /** Puts the stored message in its place; the outgoing one disappears right after. In every tab. */
  readonly onStored: (message: OutgoingMessage, stored: SentMessage) => void;
  readonly tell: (news: OutboxNews) => void;
  readonly listen: (hear: (news: OutboxNews) => void) => () => void;
  /** Has one tab of several send. */
  readonly lead: (leadership: Leadership) => () => void;
  readonly newKey: () => string;
  readonly now: () => Date;
}

/** More than anybody writes while the line is down. */
const mostMessages = 200;
/** A key is good for 24 hours; after that a message that may have arrived could arrive twice. */
const keyLastsMs = 23 * 3_600_000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Makes an outbox. What is written stays in the browser until the server has it. Within one room messages are sent one at a time, so
 * they are stored in the order in which they were written; of several tabs one sends for all.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const list = new OutgoingList(parts);
  const sender = new Sender(list, parts);
  const onOnline = () => sender.tryNow();
  globalThis.addEventListener('online', onOnline);
  const deafen = parts.listen((news) => {
    list.apply(news);
    sender.pump();
  });
  const resign = parts.lead({
    start: () => void sender.start(),
    stop: () => sender.stop(),
  });
  const stillWith = (key: string) => list.messages.find((each) => each.key === key && each.state !== 'sending');

  return {
    async send(conversationId, text, attachment) {
      await list.loaded;
      if (list.messages.length >= mostMessages) throw new RequestError(words.full, full);
      const createdAt = parts.now().toISOString();
      const place = Math.max(Date.parse(createdAt), (list.messages.at(-1)?.place ?? 0) + 1);
      await sender.keep({
        key: parts.newKey(),
        conversationId,
        text,
        ...(attachment && { attachment }),
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
      deafen();
      resign();
    },
  };
}

/** What every tab knows of the messages on their way. */
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

/** Sends, where this tab is the one that does. */
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
    // Whoever sent before may have gone in the middle of it; the key makes another try harmless.
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

  /** Keeps a message in the browser; rejects where that cannot be. */
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

  /** The line is back. */
  tryNow(): void {
    this.pauseMs = firstPauseMs;
    this.tryWaiting();
  }

  /** Sends the first of each room that is not busy. */
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
      const mayPass = failure.status === 0 || failure.status === 401 || failure.status === 429 || failure.status >= 500;
      const kept = { ...message, state: mayPass ? 'waiting' : 'failed', failure } as const;
      // Where the disk is full by now the first copy is still there.
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

/** Whether one has to go before another. What failed for good holds up nobody. */
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
