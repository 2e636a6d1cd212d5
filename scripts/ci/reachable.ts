import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The PostgreSQL and the NATS that the stages use. */
export const testDatabase = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
export const testNats = process.env.PARLEY_TEST_NATS_URL ?? 'nats://127.0.0.1:4222';

const patienceMs = 3_000;

/** Whether a PostgreSQL server answers a query at this address. */
export async function postgresAnswers(root: string, connectionString: string): Promise<boolean> {
  const client = postgresClient(root, connectionString);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a NATS server greets at this address; it speaks first. */
export function natsAnswers(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port || 4222) });
  return new Promise((resolve) => {
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(patienceMs, () => settle(false));
    socket.on('error', () => settle(false));
    socket.on('close', () => settle(false));
    socket.on('data', (bytes) => settle(bytes.toString('latin1').startsWith('INFO ')));
  });
}

/** A connection to a PostgreSQL server, not opened yet. */
export function postgresClient(root: string, connectionString: string): PostgresClient {
  // The driver is the server package's dependency, so it is asked for from there.
  const { Client } = createRequire(join(root, 'packages/server/package.json'))('pg') as PostgresDriver;
  const client = new Client({ connectionString, connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined);
  return client;
}

interface PostgresClient {
  on(event: 'error', listener: () => void): unknown;
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  end(): Promise<unknown>;
}

interface PostgresDriver {
  readonly Client: new (options: { connectionString: string; connectionTimeoutMillis: number }) => PostgresClient;
}
