import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { BaseLogger } from 'pino';

declare const role: unique symbol;

/**
 * The database outside a transaction: every statement that is run on it commits by itself. Never use it inside the
 * work of a transaction: with the embedded database there is one connection, so the statement would wait for itself.
 */
export type Db = Kysely<unknown> & { readonly [role]: 'db' };

/**
 * An open transaction. It is a type of its own, so that a function which must run inside a transaction cannot be
 * given a `Db`, nor the reverse; a query that suits both takes `Db | Tx`.
 */
export type Tx = Transaction<unknown> & { readonly [role]: 'tx' };

/** The part of a logger that storage writes to. */
export type StorageLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/** An open database, embedded or remote, behind one driver path. */
export interface Storage {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  /** The driver's own pool, for what needs a connection of its own. With `pglite` it holds a single connection. */
  readonly pool: Pool;
  /**
   * Runs `work` in one read-committed transaction and commits when it resolves. Any rejection rolls back and is
   * passed on. Rejects with `CommitOutcomeUnknown` when the connection was lost while committing, and with
   * `TransactionAborted` when `work` resolved although one of its statements had failed. It does not retry.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A transaction whose commit leaves with its last statement, so that it costs no round trip of its own. `last` gives that one
   * statement, if any, before it waits for anything, and only reads its answer; nothing of the transaction stays where it gives
   * several. Where the connection is lost from there on, nobody knows whether it took place (`CommitOutcomeUnknown`).
   */
  transactionWithLast<Read, T>(work: (tx: Tx) => Promise<Read>, last: (tx: Tx, read: Read) => Promise<T>): Promise<T>;
  /**
   * Runs one statement, which is a transaction by itself: neither a begin nor a commit goes with it. Where the connection is lost,
   * nobody knows whether it took place (`CommitOutcomeUnknown`).
   */
  atOnce<T>(statement: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` on one connection on which nothing is bounded, for what may take its time, as a migration does. */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Tells one listener, the latest given, how many seconds each statement or transaction waited for its connection. */
  onConnected(listener: (waitedSeconds: number) => void): void;
  /** Resolves to whether the database answers within two seconds. Never rejects. */
  ready(): Promise<boolean>;
  /** Ends all connections, closes an embedded database and frees its data folder. Safe to call twice. */
  close(): Promise<void>;
}
