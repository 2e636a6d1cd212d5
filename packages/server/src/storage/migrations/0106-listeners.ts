import { sql, type Kysely } from 'kysely';

/** Streams over which an agent's owner listens: what would go to the agent goes over them while they are open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table relay_streams add column listens boolean not null default false`.execute(db);
}
