import { sql } from 'kysely';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../platform/storage/pglite/embedded-database.ts';
import { storageOver } from '../platform/storage/pglite/open-pglite.ts';
import type { StorageLog } from '../platform/storage/storage-log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { migratedDump } from './migrated-dump.ts';
import { namedServer } from './named-server.ts';
import { createFromTemplate } from './postgres-template.ts';

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
  const storage = named === null || named === 'none' ? await openEmbedded() : await openOnServer(named);
  return { ...storage, reset: () => reset(storage) };
}

/** Unused embedded databases. Starting one takes longer than most tests, so they are emptied and reused. */
const spare: EmbeddedDatabase[] = [];

async function openEmbedded(): Promise<Storage> {
  const used = spare.pop();
  if (used === undefined) return openNew();
  const storage = lend(used);
  // A database that cannot be emptied has died, so a new one is opened.
  return reset(storage).then(() => storage, openNew);
}

async function openNew(): Promise<Storage> {
  const storage = lend(await startEmbeddedDatabase({ folder: null, dump: await migratedDump() }, undefined));
  written ??= await writtenByMigrations(storage);
  return storage;
}

function lend(database: EmbeddedDatabase): Storage {
  return storageOver(database, undefined, async () => void spare.push(database));
}

/** Opens a new, migrated database on this PostgreSQL server. It is dropped when closed. */
export async function openOnServer(
  serverUrl: string,
  poolSize = 5,
  log?: StorageLog,
): Promise<Storage & { readonly url: string }> {
  const database = await createFromTemplate(serverUrl);
  const storage = await openPostgres({ databaseUrl: database.url, poolSize, log });
  written ??= await writtenByMigrations(storage);
  const close = async (): Promise<void> => {
    await storage.close();
    await database.drop();
  };
  let closing: Promise<void> | undefined;
  return { ...storage, url: database.url, close: () => (closing ??= close()) };
}

/** All tables except the migrator's own, each with its rows as JSON. */
type Written = Map<string, string>;

/** The content of a new database. It is the same for all. */
let written: Written | undefined;

async function writtenByMigrations(storage: Storage): Promise<Written> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I', tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%'`.execute(storage.db);
  const written: Written = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(row)::text as rows from ${sql.raw(name)} as row`.execute(storage.db);
    written.set(name, rows[0]?.rows ?? '[]');
  }
  return written;
}

async function reset(storage: Storage): Promise<void> {
  if (written === undefined || written.size === 0) return;
  const tables = written;
  await storage.transaction(async (tx) => {
    // The rows are restored in no particular order, so foreign keys must not be checked.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate ${sql.raw([...tables.keys()].join(', '))} restart identity cascade`.execute(tx);
    for (const [name, rows] of tables) {
      if (rows === '[]') continue;
      await sql`insert into ${sql.raw(name)} overriding system value
        select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(tx);
    }
  });
}
