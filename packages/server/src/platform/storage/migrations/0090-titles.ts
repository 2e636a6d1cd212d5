import { sql, type Kysely } from 'kysely';

/**
 * The title of a conversation; no row means no title. A table of its own, because servers of the previous release
 * prepare `select *` on conversations, and a new column would break those statements.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation_titles (
      conversation_id text primary key references conversations on delete cascade,
      title text not null
    )`.execute(db);
}
