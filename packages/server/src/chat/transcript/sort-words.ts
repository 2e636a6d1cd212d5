import type { Logger } from 'pino';
import type { Hub } from '../../platform/signals/hub.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { sortWords } from './word-queries.ts';

export interface WordSorter {
  /** Starts no further flush. Resolves when a running one has finished. */
  stop(): Promise<void>;
}

/**
 * With a larger value, a flush would cost less for each message, but each search more, because it scans the pending
 * list.
 */
const bundleSize = 2000;

/**
 * Flushes the pending list of the search index after every 2,000 messages of all servers. Otherwise the insert that
 * fills the list would flush it, which takes 100 ms and more and delays all inserts after it.
 */
export function startSortingWords(
  {
    hub,
    storage,
    log,
  }: { readonly hub: Pick<Hub, 'onPublished' | 'onHeard'>; readonly storage: Storage; readonly log: Logger },
  size = bundleSize,
): WordSorter {
  let unsorted = 0;
  let running: Promise<void> | null = null;

  const run = async () => {
    while (unsorted >= size) {
      unsorted = 0;
      await sortWords(storage.db).catch((error: unknown) => {
        log.warn({ err: error }, 'could not sort words into the index of search; sends do it');
      });
    }
    running = null;
  };
  const count = (signals: readonly Signal[]) => {
    for (const { type } of signals) if (type === 'messageAppended') unsorted++;
    if (unsorted >= size) running ??= run();
  };
  const endHere = hub.onPublished(count);
  const endElsewhere = hub.onHeard(count);
  return {
    async stop() {
      endHere();
      endElsewhere();
      await running;
    },
  };
}
