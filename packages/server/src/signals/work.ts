import type { BrowserEventPayloads, BrowserEventType, UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import type { Signal } from './signal.ts';

/** One transaction with what is to follow its commit. Where it is rolled back, nothing of that takes place. */
export interface Work {
  readonly tx: Tx;
  /** Tells these people of a change, after the commit. */
  tell<Type extends BrowserEventType>(
    userIds: readonly UserId[],
    type: Type,
    payload: BrowserEventPayloads[Type],
  ): void;
  /** Publishes signals, after the commit. */
  signal(signals: readonly Signal[]): void;
}

/**
 * Runs a unit of work: a transaction, and afterwards, once, what it left to be done. Rejects as `Storage.transaction` does.
 *
 * @example
 * await app.commit(async (work) => {
 *   await updateTitle(work.tx, conversationId, title);
 *   work.tell(people, 'conversationUpdated', { conversationId });
 * });
 */
export type Commit<W extends Work = Work> = <T>(write: (work: W) => Promise<T>) => Promise<T>;
