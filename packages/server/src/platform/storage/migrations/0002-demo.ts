import { sql, type Kysely } from 'kysely';

/** Stores the demo's person and agent, so that a later start finds them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo (
      only_row boolean primary key default true check (only_row),
      user_id text not null,
      agent_id text not null,
      conversation_id text not null
    )`.execute(db);
}
