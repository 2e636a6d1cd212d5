import { sql, type Kysely } from 'kysely';

/**
 * Raises the pending list of the search index to 1 MB. Larger flushes cost a quarter per message, because each walks
 * the index once. A search scans the pending list, at most a megabyte.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index message_words_words set (gin_pending_list_limit = 1024)`.execute(db);
}
