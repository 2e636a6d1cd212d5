import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type Migration, type MigrationResult, Migrator, sql } from 'kysely';
import { migrations, type ServerMigration } from './migrations/index.ts';
import { longTransaction } from './long-transaction.ts';
import { objectionTo, raiseDemand, readDemand } from './schema-demand.ts';
import type { Db, Storage } from './storage.ts';

/** How often it tries to lock all tables at once, before it waits for each lock without a limit. */
const locksMax = 100;
const lockWithinMs = 300;
const lockPauseMs = 200;

/** The number that Kysely locks by itself, as servers of earlier versions do. */
const turnLock = 3_853_314_791_062_309_107n;

/**
 * Migrates the schema and resolves to the names of the migrations that it ran. They run in one transaction under an
 * advisory lock, so concurrent starts take turns and a failure leaves nothing behind. Rejects if a migration fails, or
 * if a newer version has migrated the database and demands a newer server.
 */
export async function migrate(
  storage: Storage,
  known: Readonly<Record<string, ServerMigration>> = migrations,
): Promise<readonly string[]> {
  for (let lockedOut = 0; ;) {
    try {
      return await longTransaction(storage, 'read committed', (db) => runPending(db, storage.kind, known, lockedOut));
    } catch (error) {
      // Only the statement that locks the tables has a timeout.
      if (!isCancelled(error) || lockedOut === locksMax) throw error;
      lockedOut++;
      await pause(lockPauseMs * (0.5 + Math.random()));
    }
  }
}

/** Waits for its turn, so that what it reads of the schema stays true until it has migrated. */
async function runPending(
  db: Db,
  kind: Storage['kind'],
  known: Readonly<Record<string, ServerMigration>>,
  lockedOut: number,
): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(${sql.lit(turnLock)})`.execute(db);
  const objection = objectionTo(await readDemand(db));
  if (objection !== null) throw new Error(objection);
  const executed = await namesOfExecuted(db);
  const foreign = executed.filter((name) => !(name in known));
  const pending = Object.entries(known).filter(([name]) => !executed.includes(name));
  const altered = pending.flatMap(([, { alters = [] }]) => alters);
  const locking = firstLocking(kind, altered, lockedOut === locksMax);
  const { error, results } = await run(db, { ...inert(foreign), ...demanding(known, locking) });
  if (error === undefined) return (results ?? []).map((result) => result.migrationName);
  throw isCancelled(error) ? (error as Error) : migrationFailure(error, results ?? []);
}

function run(db: Db, all: Record<string, Migration>) {
  const provider = { getMigrations: () => Promise.resolve(all) };
  // Migrations of several branches may be merged in another order than that of their names. They are in a transaction
  // already.
  return new Migrator({ db, provider, allowUnorderedMigrations: true, disableTransactions: true }).migrateToLatest();
}

async function namesOfExecuted(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Returns placeholders for migrations that this version does not know. They have already run, so `up` is never called.
 */
function inert(names: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(names.map((name) => [name, { up: () => Promise.resolve() }]));
}

/**
 * Wraps the migrations: locks tables before the first one, and records the demand of those that contract the schema.
 */
function demanding(
  known: Readonly<Record<string, ServerMigration>>,
  beforeAll: (db: Kysely<unknown>) => Promise<void>,
): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(known).map(([name, { up, contract }]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          await beforeAll(db);
          await up(db);
          if (contract) await raiseDemand(db, contract);
        },
      },
    ]),
  );
}

/**
 * Locks all tables against writers before the first migration, either all within a short time or none. Running servers
 * lock in other orders, so waiting for locks one by one could deadlock with them, and the migration would be the
 * victim.
 */
function firstLocking(
  kind: Storage['kind'],
  altered: readonly string[],
  isPatient: boolean,
): (db: Kysely<unknown>) => Promise<void> {
  let isLocked = kind === 'pglite';
  return async (db) => {
    if (isLocked) return;
    isLocked = true;
    const { rows } = await sql<{ name: string }>`
      select format('%I', tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely_%' order by 1`.execute(db);
    if (rows.length === 0) return;
    const within = isPatient ? 0 : lockWithinMs;
    await sql`set local statement_timeout = ${sql.lit(within)}`.execute(db);
    const names = rows.map((row) => row.name);
    const lock = (tables: readonly string[], mode: string) =>
      tables.length > 0 && sql`lock table ${sql.raw(`${tables.join(', ')} in ${mode} mode`)}`.execute(db);
    await lock(
      names.filter((name) => altered.includes(name)),
      'access exclusive',
    );
    await lock(names, 'share row exclusive');
    await sql`set local statement_timeout = 0`.execute(db);
  };
}

function isCancelled(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}

function migrationFailure(error: unknown, results: readonly MigrationResult[]): Error {
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const which = failed === undefined ? 'The database could not be migrated' : `Migration ${failed} failed`;
  return new Error(`${which}: ${reason}`, { cause: error });
}
