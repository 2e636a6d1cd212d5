import { sql, type Kysely } from 'kysely';

/**
 * What a conversation is called by its people; without a row, nothing. In a table of its own: servers of the release before read
 * whole rows of conversations by prepared statements, which a new column would break.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation_titles (
      conversation_id text primary key references conversations on delete cascade,
      title text not null
    )`.execute(db);
}
