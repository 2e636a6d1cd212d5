import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { WriteWatch } from './watch-writes.ts';

declare const role: unique symbol;

/**
 * The database outside a transaction: each statement commits on its own. Never use it inside a transaction: the
 * embedded database has one connection, so the statement would wait for itself.
 */
export type Db = Kysely<unknown> & { readonly [role]: 'db' };

/**
 * An open transaction. A type of its own, so that a function that needs a transaction cannot be given a `Db`, nor the
 * reverse. A query that accepts both takes `Db | Tx`.
 */
export type Tx = Transaction<unknown> & { readonly [role]: 'tx' };

/** An open database, embedded or remote. Both use the same driver. */
export interface Storage {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  /** The driver's pool, for uses that need their own connection. With `pglite` it has a single connection. */
  readonly pool: Pool;
  /**
   * Runs `work` in one read-committed transaction, which commits when it resolves and rolls back when it rejects.
   * Rejects with `CommitOutcomeUnknown` if the connection was lost during the commit, and with `TransactionAborted` if
   * `work` resolved although one of its statements had failed. Does not retry.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction and sends the commit with its last statement, which saves a round trip. `last` must start at
   * most one statement, before it awaits anything, and may only read its answer; if it starts more, the transaction is
   * rolled back. If the connection is lost during it, the outcome is unknown (`CommitOutcomeUnknown`).
   */
  transactionWithLast<Read, T>(work: (tx: Tx) => Promise<Read>, last: (tx: Tx, read: Read) => Promise<T>): Promise<T>;
  /**
   * Runs one statement as its own transaction, without begin and commit. If the connection is lost, the outcome is
   * unknown (`CommitOutcomeUnknown`).
   */
  atOnce<T>(statement: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` on one connection without timeouts, for long work such as a migration. */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Sets the listener for how many seconds each statement or transaction waited for its connection. Replaces the one
   * before.
   */
  onConnected(listener: (waitedSeconds: number) => void): void;
  /** Database settings that are off and put committed data at risk: `fsync`, `full_page_writes`. */
  readonly unsafeSettings: readonly string[];
  /** Tracks whether the database accepts writes. */
  readonly writes: WriteWatch;
  /** Resolves to whether the database answers within two seconds. Never rejects. */
  ready(): Promise<boolean>;
  /** The data folder that an embedded database has locked. Undefined in memory and with `postgres`. */
  readonly dataDir?: string | undefined;
  /**
   * Copies an embedded database, as it is now, into a new data folder, which `openPglite` opens. Statements wait until the
   * files are copied. Only where `kind` is `pglite`.
   */
  readonly copyInto?: ((dataDir: string) => Promise<void>) | undefined;
  /** Closes all connections and an embedded database, and unlocks its data folder. Safe to call twice. */
  close(): Promise<void>;
}
