import { sql, type Kysely } from 'kysely';

/**
 * Raises the pending list of the search index to 4 MB. Servers flush it after the sends, in the background. An insert
 * flushes it itself only if it fills up before, as with many servers under load.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index message_words_words set (gin_pending_list_limit = 4096)`.execute(db);
}
