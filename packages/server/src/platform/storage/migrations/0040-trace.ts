import { sql, type Kysely } from 'kysely';

/** W3C trace context of the request that queued a delivery, so that its attempts join the same trace; or null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column trace text`.execute(db);
}
