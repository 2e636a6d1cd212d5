import {
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import type { Pool } from 'pg';
import { PoolDriver } from './pool-driver.ts';
import type { PreparedConnection } from './prepared-connection.ts';
import type { Db, Storage, Tx } from './storage.ts';
import type { WriteWatch } from './watch-writes.ts';

/** The query builder over a driver pool. */
export interface QueryBuilder {
  readonly db: Db;
  readonly transaction: Storage['transaction'];
  readonly transactionWithLast: Storage['transactionWithLast'];
  readonly atOnce: Storage['atOnce'];
  readonly onConnected: Storage['onConnected'];
  /** Sets the listener that is called for each failure to get a connection. */
  onTrouble(listener: (error: unknown) => void): void;
}

/** Migrations take turns by a lock of their transaction (`migrate`); one of the session would outlive it at a pooler. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Creates the query builder over a pool. Kysely's own transactions wait for each statement before they send the next.
 * These send statements at once, so that independent statements of a transaction share a round trip.
 */
export function createQueryBuilder(pool: Pool, writes: WriteWatch): QueryBuilder {
  const driver = new PoolDriver(pool, writes);
  const compiler = new PostgresQueryCompiler();
  const adapter = new AdapterWithoutLock();
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
  };

  const over = (connection: DatabaseConnection): Tx => {
    const pinned: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
    const executor = new DefaultQueryExecutor(compiler, adapter, pinned);
    return new Transaction<unknown>({ config: { dialect }, dialect, driver, executor }) as Tx;
  };

  const inTransaction = async <T>(work: (connection: PreparedConnection) => Promise<T>): Promise<T> => {
    const connection = await driver.acquireConnection();
    try {
      connection.begin();
      return await work(connection);
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
  };

  return {
    db: new Kysely<unknown>({ dialect }) as Db,
    onConnected(listener) {
      driver.onConnected = listener;
    },
    onTrouble(listener) {
      driver.onTrouble = listener;
    },
    transaction: (work) =>
      inTransaction(async (connection) => {
        const result = await work(over(connection));
        await connection.commit();
        return result;
      }),
    transactionWithLast: (work, last) =>
      inTransaction(async (connection) => {
        const tx = over(connection);
        const read = await work(tx);
        return connection.commitWith(() => last(tx, read));
      }),
    async atOnce(statement) {
      const connection = await driver.acquireConnection();
      try {
        return await connection.alone(() => statement(over(connection)));
      } finally {
        connection.release();
      }
    },
  };
}
