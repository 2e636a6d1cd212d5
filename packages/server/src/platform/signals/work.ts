import type { AuditAction, BrowserEventPayloads, BrowserEventType, UserId } from '@parley/protocol';
import type { Act } from '../audit/act.ts';
import type { AuditIds } from '../audit/trail.ts';
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
  /**
   * Writes a row of the audit log in this transaction, and a line of the log after the commit. The actor is that of the
   * act, or `as` where the request itself proves who acts, such as a sign-in.
   */
  audit(action: AuditAction, ids?: AuditIds, as?: UserId): Promise<void>;
}

/**
 * Runs a transaction and then, once, its follow-up actions. Rejects as `Storage.transaction` does. `act` is who makes
 * it; by default the server itself. Handlers pass it with `acting`.
 *
 * @example
 * await app.commit(async (work) => {
 *   await updateTitle(work.tx, conversationId, title);
 *   work.tell(people, 'conversationUpdated', { conversationId });
 * });
 */
export type Commit<W extends Work = Work> = <T>(write: (work: W) => Promise<T>, act?: Act) => Promise<T>;
