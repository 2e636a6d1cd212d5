import pg from 'pg';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { namedServer } from './named-server.ts';
import { createDatabase } from './postgres-template.ts';

/** A kind of database that tests run on, empty. `skip` says that it is not available. */
export interface DatabaseUnderTest {
  name: string;
  skip: boolean;
  open(): Promise<Storage>;
}

/** URL of a PostgreSQL server for tests, or undefined if none answers. */
export const testServerUrl = await findServer();

/** Setting up an empty database takes seconds and copying one half a second, so it is set up once per test file. */
let emptyDump: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** If all tests run on a named server, the embedded database is tested in a run of its own. */
const isServerNamed = namedServer() !== null && namedServer() !== 'none';

export const embedded: DatabaseUnderTest = {
  name: isServerNamed ? 'the embedded database (SKIPPED: a server is named)' : 'the embedded database',
  skip: isServerNamed,
  open: async () => openPglite({ dataDir: 'memory://', image: () => (emptyDump ??= makeEmptyDump()) }),
};

export const postgres: DatabaseUnderTest = {
  name: testServerUrl === undefined ? 'PostgreSQL (SKIPPED: none answers, or none is wanted)' : 'PostgreSQL',
  skip: testServerUrl === undefined,
  open: () => openEmptyDatabase(testServerUrl ?? ''),
};

async function makeEmptyDump(): Promise<Uint8Array<ArrayBuffer>> {
  const storage = await openPglite({ dataDir: 'memory://' });
  const dump = await storage.dump();
  await storage.close();
  return dump;
}

async function findServer(): Promise<string | undefined> {
  const named = namedServer();
  const usual = ['postgres', 'root'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`);
  if (named === 'none') return undefined;
  for (const url of named === null ? usual : [named]) {
    if (await answers(url)) return url;
  }
  return undefined;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function openEmptyDatabase(serverUrl: string): Promise<Storage> {
  const database = await createDatabase(serverUrl);
  const storage = await openPostgres({ databaseUrl: database.url, poolSize: 5 });
  const close = async (): Promise<void> => {
    await storage.close();
    await database.drop();
  };
  let closing: Promise<void> | undefined;
  return { ...storage, close: () => (closing ??= close()) };
}
