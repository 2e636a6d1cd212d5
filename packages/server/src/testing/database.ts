import { sql } from 'kysely';
import { emptyDatabase, readNewRows, type NewRows } from '../platform/storage/empty-database.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { openInMemory } from '../platform/storage/pglite/spare-databases.ts';
import type { StorageLog } from '../platform/storage/storage-log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { migratedDump } from './migrated-dump.ts';
import { namedServer } from './named-server.ts';
import { createFromTemplate, type ServerDatabase } from './postgres-template.ts';

/** A migrated database for one test. */
export interface TestStorage extends Storage {
  /** Empties every table and restores the rows that the migrations wrote. */
  reset(): Promise<void>;
}

/**
 * Opens a new, migrated database: on the server of `PARLEY_TEST_DATABASE_URL`, where it is dropped when closed, or else
 * embedded in memory. Takes a fraction of a second, except the first time, which migrates.
 */
export async function openTestStorage(): Promise<TestStorage> {
  const named = namedServer();
  const storage = named === null || named === 'none' ? await openEmbedded() : await openSpareOnServer(named);
  return { ...storage, reset: () => reset(storage) };
}

let dump: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function openEmbedded(): Promise<Storage> {
  const storage = await openInMemory(await (dump ??= migratedDump()));
  newRows ??= await readNewRows(storage.db);
  return storage;
}

/** Databases that nobody uses, by the address of their server. Creating one takes ten times as long as emptying it. */
const spares = new Map<string, ServerDatabase[]>();
const sparesMax = 3;

/** Opens a database on this server that a test has closed, or a new one. The end of the run drops what is spare. */
async function openSpareOnServer(serverUrl: string): Promise<Storage> {
  const spare = spares.get(serverUrl) ?? [];
  spares.set(serverUrl, spare);
  const used = spare.pop();
  const database = used ?? (await createFromTemplate(serverUrl));
  let isUsable = true;
  const storage = await openOn(database, async () => {
    if (isUsable && spare.length < sparesMax) spare.push(database);
    else await database.drop();
  });
  if (used === undefined) return storage;
  isUsable = await empty(storage).then(
    () => true,
    () => false,
  );
  if (isUsable) return storage;
  await storage.close();
  return openSpareOnServer(serverUrl);
}

/** Whoever else is still connected is none of the next test's business. */
async function empty(storage: Storage): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(storage.db);
  await reset(storage);
}

/** Opens a new, migrated database on this PostgreSQL server. It is dropped when closed. */
export async function openOnServer(
  serverUrl: string,
  poolSize = 5,
  log?: StorageLog,
): Promise<Storage & { readonly url: string }> {
  const database = await createFromTemplate(serverUrl);
  return { ...(await openOn(database, database.drop, poolSize, log)), url: database.url };
}

async function openOn(
  database: ServerDatabase,
  closeBehind: () => Promise<void>,
  poolSize = 5,
  log?: StorageLog,
): Promise<Storage> {
  const storage = await openPostgres({ databaseUrl: database.url, poolSize, log });
  newRows ??= await readNewRows(storage.db);
  const close = async (): Promise<void> => {
    await storage.close();
    await closeBehind();
  };
  let closing: Promise<void> | undefined;
  return { ...storage, close: () => (closing ??= close()) };
}

/** What a new database has. It is the same for all. */
let newRows: NewRows | undefined;

async function reset(storage: Storage): Promise<void> {
  if (newRows !== undefined) await emptyDatabase(storage, newRows);
}
