import type { Logger } from 'pino';
import type { Hub } from '../signals/hub.ts';
import type { Signal } from '../signals/signal.ts';
import type { Storage } from '../storage/storage.ts';
import { sortWords } from './word-queries.ts';

export interface WordSorter {
  /** Sorts no more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

/** Larger bundles would cost a message less, and each search more, which reads what is not sorted in yet. */
const bundleSize = 2000;

/**
 * Sorts the words of messages into the index of search, whenever all servers together have taken in so many. Else the send that fills up
 * the list would do it within its statement, for a hundred milliseconds and more, and all that come behind it would wait.
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
