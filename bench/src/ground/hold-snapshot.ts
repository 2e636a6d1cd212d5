import pg from 'pg';
import type { Database } from '../database.ts';

/** Takes a snapshot in a transaction of its own and keeps it; resolves to what ends that transaction. */
export async function holdSnapshot({ url }: Pick<Database, 'url'>): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // The run's end drops the database, and with it the connection.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select 1');
  return () => client.end();
}
