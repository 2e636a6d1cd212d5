import type { ConversationId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import { indexNewest } from './word-queries.ts';

export interface WordIndexer {
  /** Starts no further batch. Resolves when the running one has finished. */
  stop(): Promise<void>;
}

/** How long new messages wait for a batch. A search indexes the rooms that it searches itself. */
const delayMs = 1_000;
const conversationsABatch = 200;
/** Beyond so many conversations a batch does not wait, and while one runs no more are noted. */
const conversationsMax = 5_000;

/**
 * Adds the words of the messages that this server stored to the search index, in the background, so that a send does
 * not wait for them. What is missed is indexed by the next search or the next message of its conversation, and by the
 * janitor (`indexOld`).
 */
export function startIndexingWords({
  clock,
  hub,
  storage,
  log,
}: Pick<App, 'clock' | 'hub' | 'storage' | 'log'>): WordIndexer {
  const waiting = new Set<ConversationId>();
  let running: Promise<void> | null = null;
  let cancel: (() => void) | null = null;
  let stopped = false;

  const run = async () => {
    const conversations = [...waiting];
    waiting.clear();
    for (let first = 0; first < conversations.length; first += conversationsABatch) {
      const some = conversations.slice(first, first + conversationsABatch);
      while (!stopped && (await indexNewest(storage, some)));
    }
  };
  const start = () => {
    cancel?.();
    cancel = null;
    running ??= run()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'search index update failed; searches will update it instead'),
      )
      .finally(() => {
        running = null;
        if (waiting.size > 0) plan();
      });
  };
  const plan = () => {
    if (!stopped) cancel ??= clock.after(delayMs, start);
  };
  const note = (signals: readonly Signal[]) => {
    for (const signal of signals)
      if (signal.type === 'messageAppended' && waiting.size < conversationsMax)
        waiting.add(signal.payload.conversationId);
    if (waiting.size === 0 || running !== null) return;
    if (waiting.size < conversationsMax) plan();
    else start();
  };
  const end = hub.onPublished(note);
  return {
    async stop() {
      stopped = true;
      end();
      cancel?.();
      await running;
    },
  };
}
