import { sql, type Kysely } from 'kysely';

/**
 * Says that no server may start on this database: a restore into it has not finished, or it was moved. A restore creates
 * the table before the migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists closed_database (
      is_only boolean primary key default true check (is_only),
      reason text not null,
      destination text
    )`.execute(db);
}
