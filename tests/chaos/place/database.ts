import pg from 'pg';
import { createDatabase } from '../../../packages/server/src/testing/postgres-template.ts';
import type { OwnPostgres } from '../../../packages/server/src/testing/postgres/own-postgres.ts';

/** The database that the servers share. */
export interface Database {
  readonly url: string;
  /** The PostgreSQL that holds it where it is our own, which may be stopped; null where others work with it too. */
  readonly own: OwnPostgres | null;
  /** A connection of its own, closed when `work` is over. */
  withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

export async function openDatabase(serverUrl: string, own: OwnPostgres | null): Promise<Database> {
  const { url, drop } = await createDatabase(serverUrl);
  return {
    url,
    own,
    withClient: clientsOf(url),
    async drop() {
      if (own === null) await drop();
    },
  };
}

/** Returns what opens connections to a database. */
export function clientsOf(url: string): Database['withClient'] {
  return async (work) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
}
