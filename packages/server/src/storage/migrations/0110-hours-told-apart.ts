import { sql, type Kysely } from 'kysely';

/**
 * The trigger that notes in which hour a room was active last tells hours apart by built-in functions alone. Its condition is prepared
 * anew with each statement, and a function in SQL was parsed and planned each time: a sixteenth of what a lone message cost the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace trigger conversations_hours after update of last_activity_at, deleted_at on conversations for each row
      when (floor(date_part('epoch', old.last_activity_at) / 3600) <> floor(date_part('epoch', new.last_activity_at) / 3600)
            or (old.deleted_at is null and new.deleted_at is not null))
      execute function note_room_hour()`.execute(db);
}
