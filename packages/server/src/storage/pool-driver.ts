import type { Driver } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { markOutage } from './outage.ts';
import { PreparedConnection } from './prepared-connection.ts';
import { createStatementNames } from './statement-names.ts';

/** Lends the connections of a driver pool to the query builder. The pool is ended by whoever made it. */
export class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = createStatementNames();
  readonly #prepared = new WeakMap<PoolClient, PreparedConnection>();

  onConnected: (waitedSeconds: number) => void = () => undefined;
  onTrouble: (error: unknown) => void = () => undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async acquireConnection(): Promise<PreparedConnection> {
    const askedAtMs = performance.now();
    const client = await this.#connect();
    this.onConnected((performance.now() - askedAtMs) / 1000);
    const known = this.#prepared.get(client);
    if (known) return known;
    const connection = new PreparedConnection(client, this.#names);
    this.#prepared.set(client, connection);
    return connection;
  }

  /** Whatever keeps a connection from being had, the database cannot be used until it is. */
  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      markOutage(error);
      this.onTrouble(error);
      throw error;
    }
  }

  async beginTransaction(connection: PreparedConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: PreparedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PreparedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PreparedConnection): Promise<void> {
    connection.release();
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {}
}
