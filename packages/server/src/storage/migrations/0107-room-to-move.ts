import { sql, type Kysely } from 'kysely';

/**
 * Leaves most of each page free where rows change with every message, so that a changed row finds room beside its old version. Then it
 * needs no new entry in any index. Else, while somebody holds a snapshot open and nothing can be cleaned up, each look at a room would
 * read a page for each message that was sent to it since, and each change would do so once more for each unique index. What is
 * written already stays where it is until it changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations set (fillfactor = 10)`.execute(db);
  await sql`alter table conversation_people set (fillfactor = 10)`.execute(db);
}
