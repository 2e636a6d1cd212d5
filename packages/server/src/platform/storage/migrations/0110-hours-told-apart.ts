import { sql, type Kysely } from 'kysely';

/**
 * Makes the condition of the trigger on activity hours use built-in functions only. It is prepared again for each
 * statement, and parsing and planning an SQL function there was a sixteenth of the database's cost of a single message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace trigger conversations_hours after update of last_activity_at, deleted_at on conversations for each row
      when (floor(date_part('epoch', old.last_activity_at) / 3600) <> floor(date_part('epoch', new.last_activity_at) / 3600)
            or (old.deleted_at is null and new.deleted_at is not null))
      execute function note_room_hour()`.execute(db);
}
