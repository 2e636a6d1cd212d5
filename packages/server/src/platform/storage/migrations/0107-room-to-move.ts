import { sql, type Kysely } from 'kysely';

/**
 * Leaves most of each page free in tables with rows that change at every message, so that a new row version fits on the
 * same page and needs no index entries (a HOT update). Otherwise, while an open snapshot prevents cleanup, each read of
 * a conversation would visit one page per message since, and each update once more per unique index. Existing pages
 * change only when their rows do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations set (fillfactor = 10)`.execute(db);
  await sql`alter table conversation_people set (fillfactor = 10)`.execute(db);
}
