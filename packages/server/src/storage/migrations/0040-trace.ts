import { sql, type Kysely } from 'kysely';

/** Where in a trace the request stood that queued a delivery, so that its attempts belong there too. Null: in none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column trace text`.execute(db);
}
