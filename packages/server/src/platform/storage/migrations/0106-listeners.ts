import { sql, type Kysely } from 'kysely';

/** Streams over which an agent's owner listens. While one is open, the agent's deliveries go there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table relay_streams add column listens boolean not null default false`.execute(db);
}
