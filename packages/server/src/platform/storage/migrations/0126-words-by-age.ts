import { sql, type Kysely } from 'kysely';

/**
 * An index of the words of a conversation by age. A search for a common word reads the newest messages and stops when
 * its page is full; the index of words alone returns every hit, unordered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_words_by_age on message_words (conversation_id, created_at, message_id)`.execute(db);
}
