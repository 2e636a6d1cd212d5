import type { BrowserEventPayloads, BrowserEventType, UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import type { Signal } from './signal.ts';

/** A transaction with the actions that follow its commit. If it is rolled back, none of them happens. */
export interface Work {
  readonly tx: Tx;
  /** Sends these people a browser event after the commit. */
  tell<Type extends BrowserEventType>(
    userIds: readonly UserId[],
    type: Type,
    payload: BrowserEventPayloads[Type],
  ): void;
  /** Publishes signals after the commit. */
  signal(signals: readonly Signal[]): void;
}

/**
 * Runs a transaction and then, once, its follow-up actions. Rejects as `Storage.transaction` does.
 *
 * @example
 * await app.commit(async (work) => {
 *   await updateTitle(work.tx, conversationId, title);
 *   work.tell(people, 'conversationUpdated', { conversationId });
 * });
 */
export type Commit<W extends Work = Work> = <T>(write: (work: W) => Promise<T>) => Promise<T>;
