import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type Migration, type MigrationResult, Migrator, sql } from 'kysely';
import { migrations, type ServerMigration } from './migrations/index.ts';
import { objectionTo, raiseDemand, readDemand } from './schema-demand.ts';
import type { Db, Storage } from './storage.ts';

/** How often all locks are tried for at once, before they are waited for one by one. */
const locksMax = 100;
const lockWithinMs = 300;
const lockPauseMs = 200;

/** How often others, of newer versions, may migrate between a look at what there is and the lock. */
const looksMax = 3;

/**
 * Brings the schema up to date and resolves to the names of the migrations that it ran. All of them run in one
 * transaction under an advisory lock, so servers that start at once take turns and a failure leaves nothing behind.
 *
 * A database that a newer version has migrated is fine, since migrations leave what older servers use as it was, until one
 * of them demands a newer server. Rejects then, and when a migration fails.
 */
export async function migrate(
  storage: Storage,
  known: Readonly<Record<string, ServerMigration>> = migrations,
): Promise<readonly string[]> {
  // Waiting for another server's migrations, or building an index, may outlast what a request is allowed.
  return storage.withoutTimeouts(async (db) => {
    let lockedOut = 0;
    let isPatient = false;
    for (let look = 1; ; look++) {
      const objection = objectionTo(await readDemand(db));
      if (objection !== null) throw new Error(objection);
      const executed = await namesOfExecuted(db);
      const foreign = executed.filter((name) => !(name in known));
      const pending = Object.entries(known).filter(([name]) => !executed.includes(name));
      const altered = pending.flatMap(([, { alters = [] }]) => alters);
      const all = { ...inert(foreign), ...demanding(known, firstLocking(storage.kind, altered, isPatient)) };
      const { error, results } = await run(db, all);
      if (error === undefined) return (results ?? []).map((result) => result.migrationName);
      if (isLockedOut(error) && !isPatient) {
        isPatient = ++lockedOut === locksMax;
        look--;
        await pause(lockPauseMs * (0.5 + Math.random()));
        continue;
      }
      if (look === looksMax || !isOvertaken(error)) throw migrationFailure(error, results ?? []);
    }
  });
}

function run(db: Db, all: Record<string, Migration>) {
  const provider = { getMigrations: () => Promise.resolve(all) };
  // What branches add lands in another order than that of its names.
  return new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
}

async function namesOfExecuted(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}

/** Stand-ins for what this version does not know. They have run, so they never will. */
function inert(names: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(names.map((name) => [name, { up: () => Promise.resolve() }]));
}

/** The migrations, those that contract with their demand of newer servers. */
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
 * Locks all tables against writers before the first migration, all within a moment or none: servers that work on meanwhile take their
 * locks in other orders, and one that waits for a migration which waits for it is a deadlock, of which it would be the victim.
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

/** The statement was cancelled for taking too long, which only that for the locks may. */
function isLockedOut(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}

function isOvertaken(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('corrupted migrations: previously executed migration');
}

function migrationFailure(error: unknown, results: readonly MigrationResult[]): Error {
  const failed = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const which = failed === undefined ? 'The database could not be migrated' : `Migration ${failed} failed`;
  return new Error(`${which}: ${reason}`, { cause: error });
}
