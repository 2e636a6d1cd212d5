import type { Driver } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { markOutage } from './trouble.ts';
import { PreparedConnection } from './prepared-connection.ts';
import { createStatementNames } from './statement-names.ts';
import type { WriteWatch } from './watch-writes.ts';

/** Lends the connections of a driver pool to the query builder. The creator of the pool ends it. */
export class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #writes: WriteWatch;
  readonly #names = createStatementNames();
  readonly #prepared = new WeakMap<PoolClient, PreparedConnection>();

  onConnected: (waitedSeconds: number) => void = () => undefined;
  onTrouble: (error: unknown) => void = () => undefined;

  constructor(pool: Pool, writes: WriteWatch) {
    this.#pool = pool;
    this.#writes = writes;
  }

  async acquireConnection(): Promise<PreparedConnection> {
    const askedAtMs = performance.now();
    const client = await this.#connect();
    this.onConnected((performance.now() - askedAtMs) / 1000);
    const known = this.#prepared.get(client);
    if (known?.generation === this.#writes.generation) return known;
    if (known) {
      client.release(true);
      return this.acquireConnection();
    }
    const connection = new PreparedConnection(client, this.#names, this.#writes);
    this.#prepared.set(client, connection);
    return connection;
  }

  /** Returns a connection. Any failure to get one counts as an outage of the database. */
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
