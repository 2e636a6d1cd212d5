import type { Core } from '../../platform/routing/core.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { News } from './find-pushes.ts';
import { hasSubscriptions } from './queries.ts';

/** Maximum number of events in the queue, and in one batch. */
const waitingMax = 10_000;
const batchMax = 500;
/** How often to check whether any subscription is left. */
const doubtEveryMs = 60_000;

export interface NewsWatch {
  /** Stops listening. Resolves when the queued events are handled. */
  stop(): Promise<void>;
}

type WatchApp = Pick<Core, 'storage' | 'clock' | 'hub' | 'log' | 'metrics'>;

/**
 * Collects events of commits on this server and passes them on in batches, one at a time. Without subscriptions it does
 * nothing and runs no statement; a signal announces the first subscription.
 */
export async function watchNews(
  { storage, clock, hub, log, metrics }: WatchApp,
  handle: (news: readonly News[]) => Promise<void>,
): Promise<NewsWatch> {
  let isAnybody = true;
  let subscribed = 0;
  let lookedAt = -Infinity;
  let waiting: News[] = [];
  let running: Promise<void> | null = null;

  const look = async () => {
    lookedAt = clock.now();
    const before = subscribed;
    const found = await hasSubscriptions(storage.db).catch(() => true);
    // A subscription added meanwhile may not have been visible to the query.
    if (before === subscribed) isAnybody = found;
  };
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batch.length);
      try {
        await handle(batch);
      } catch (error) {
        metrics.pushesEnded('dropped', batch.length);
        log.warn({ err: error, count: batch.length }, 'could not queue push notifications');
      }
      if (clock.now() - lookedAt >= doubtEveryMs) await look();
    }
    running = null;
  };
  const hear = (signals: readonly Signal[]) => {
    if (!isAnybody) return;
    for (const news of signals.flatMap(newsOf)) {
      if (waiting.length < waitingMax) waiting.push(news);
      else metrics.pushesEnded('dropped', 1);
    }
    if (waiting.length > 0) running ??= new Promise((resolve) => setImmediate(resolve)).then(run);
  };
  const endHearing = hub.onPublished(hear);
  const endListening = hub.onServer((signal) => {
    if (signal.type === 'resync') void look();
    if (signal.type !== 'pushSubscribed') return;
    subscribed += 1;
    isAnybody = true;
  });
  await look();
  return {
    async stop() {
      endHearing();
      endListening();
      await running;
    },
  };
}

function newsOf(signal: Signal): News[] {
  if (signal.to !== 'people' || signal.userIds.length === 0) return [];
  if (signal.type === 'notificationAdded') {
    return [{ userIds: signal.userIds, notificationId: signal.payload.notificationId }];
  }
  return signal.type === 'messageAppended' ? [{ userIds: signal.userIds, messageId: signal.payload.messageId }] : [];
}
