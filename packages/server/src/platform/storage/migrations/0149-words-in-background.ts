import { sql, type Kysely } from 'kysely';

/**
 * Lowers the pending list of the search index to 1 MB. Words are added in the background, so a flush delays no send,
 * and a search scans the list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index message_words_words set (gin_pending_list_limit = 1024)`.execute(db);
}
