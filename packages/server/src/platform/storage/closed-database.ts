import { sql } from 'kysely';
import type { Db } from './storage.ts';

/** Why no server may start on a database. */
export interface Closure {
  readonly reason: 'restoring' | 'moving' | 'moved';
  /** Where it was moved to, without credentials; null for a restore. */
  readonly destination: string | null;
}

/** Returns why the database is closed to servers, or null if it is open. Works without a schema. */
export async function readClosure(db: Db): Promise<Closure | null> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('closed_database') is not null as there`.execute(db);
  if (found[0]?.there !== true) return null;
  const { rows } = await sql<Closure>`select reason, destination from closed_database`.execute(db);
  return rows[0] ?? null;
}

/** Closes the database to servers that start from now on. Creates the table, because a restore begins without a schema. */
export async function closeDatabase(db: Db, { reason, destination }: Closure): Promise<void> {
  await createTable(db);
  await sql`
    insert into closed_database (reason, destination) values (${reason}, ${destination})
    on conflict (is_only) do update set reason = excluded.reason, destination = excluded.destination`.execute(db);
}

export async function reopenDatabase(db: Db): Promise<void> {
  await sql`delete from closed_database`.execute(db);
}

/** Returns the sentence with which a server refuses to start. */
export function explainClosure({ reason, destination }: Closure): string {
  const where = destination ?? 'another one';
  if (reason === 'moved') return `This database was moved to ${where}: start the server on that one.`;
  if (reason === 'moving')
    return `The move of this database to ${where} has not finished: run "parley-server move" again.`;
  return 'A restore into this database has not finished: run "parley-server restore" again, or name another database.';
}

/** The same as migration 0200 creates. */
async function createTable(db: Db): Promise<void> {
  await sql`
    create table if not exists closed_database (
      is_only boolean primary key default true check (is_only),
      reason text not null,
      destination text
    )`.execute(db);
}
