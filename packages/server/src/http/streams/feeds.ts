import { createHmac, randomBytes } from 'node:crypto';
import type { UserId } from '@parley/protocol';
import type { Hub } from '../../platform/signals/hub.ts';
import type { Cancel, Clock } from '../../platform/time/clock.ts';
import { FeedLog } from './feed-log.ts';

/** How long a person's log is kept after the last of their feeds has closed. */
const idleMs = 5 * 60_000;
/** Logs without a reader; beyond this number the one that is idle longest goes. */
const idleMax = 10_000;

/** A reader of a feed, told that the log has grown or was cleared. */
export interface FeedReader {
  wake(): void;
}

interface Feed {
  readonly log: FeedLog;
  readonly readers: Set<FeedReader>;
  end(): void;
}

/**
 * The feeds of this server: one log a person, while that person reads it and for 5 minutes after. The epoch of a person's
 * ids is derived from a secret of this start of the server, so it cannot be guessed, and ids of another start are unknown.
 */
export class Feeds {
  private readonly secret = randomBytes(32);
  /** A log begins here, above every position of the logs that were forgotten. */
  private first = 0;
  private readonly feeds = new Map<UserId, Feed>();
  private readonly idle = new Map<UserId, Cancel>();

  constructor(private readonly app: { readonly clock: Clock; readonly hub: Pick<Hub, 'onPerson'> }) {}

  /** Returns the log of a person, which lives at least as long as its readers. */
  logOf(userId: UserId): FeedLog {
    return this.feedOf(userId).log;
  }

  /** Adds a reader. Returns a function that removes it. */
  add(userId: UserId, reader: FeedReader): () => void {
    const feed = this.feedOf(userId);
    feed.readers.add(reader);
    this.idle.get(userId)?.();
    this.idle.delete(userId);
    return () => {
      if (feed.readers.delete(reader) && feed.readers.size === 0) this.rest(userId);
    };
  }

  private feedOf(userId: UserId): Feed {
    const known = this.feeds.get(userId);
    if (known) return known;
    const log = new FeedLog(this.app.clock, this.epochOf(userId), this.first);
    const readers = new Set<FeedReader>();
    const wake = () => {
      for (const reader of readers) reader.wake();
    };
    const end = this.app.hub.onPerson(
      userId,
      (signal) => {
        log.add(signal);
        wake();
      },
      () => {
        log.clear();
        wake();
      },
    );
    const feed: Feed = { log, readers, end };
    this.feeds.set(userId, feed);
    return feed;
  }

  private rest(userId: UserId): void {
    this.idle.set(
      userId,
      this.app.clock.after(idleMs, () => this.drop(userId)),
    );
    const [longest] = this.idle.keys();
    if (this.idle.size > idleMax && longest !== undefined) this.drop(longest);
  }

  private drop(userId: UserId): void {
    this.idle.get(userId)?.();
    this.idle.delete(userId);
    const feed = this.feeds.get(userId);
    if (feed === undefined) return;
    feed.end();
    this.first = Math.max(this.first, feed.log.newest + 1);
    this.feeds.delete(userId);
  }

  private epochOf(userId: UserId): string {
    return createHmac('sha256', this.secret).update(userId).digest('base64url').slice(0, 22);
  }
}
