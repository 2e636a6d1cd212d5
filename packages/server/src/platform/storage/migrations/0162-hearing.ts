import { sql, type Kysely } from 'kysely';

/**
 * Which messages the agent of a conversation gets; no row means all. A table of its own, because servers of the previous
 * release read all columns of `conversations` with statements that they prepared before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation_hearing (
      conversation_id text primary key references conversations on delete cascade,
      agent_hears text not null
    )`.execute(db);
}
