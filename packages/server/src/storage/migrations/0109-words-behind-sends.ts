import { sql, type Kysely } from 'kysely';

/**
 * Servers sort words into the index of search behind the sends that brought them. Whoever still fills up the list of what waits, as where
 * many servers take in messages, sorts it in themselves: that is to be rare.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter index message_words_words set (gin_pending_list_limit = 4096)`.execute(db);
}
