import { sql, type Kysely } from 'kysely';

/**
 * The hour of each person's last activity per conversation, so that a page of recent conversations reads only the hours
 * that it shows. Hours, so that a message in an active conversation writes nothing here. Triggers maintain it, because
 * servers of the previous release do not know it; writers hold the conversation's lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table room_hours (
      conversation_id text not null,
      user_id text not null,
      hour integer not null,
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`
    create function hour_of(at timestamptz) returns integer language sql stable as $$
      select floor(extract(epoch from at) / 3600)::int
    $$`.execute(db);
  await sql`
    insert into room_hours (conversation_id, user_id, hour)
    select p.conversation_id, p.user_id, hour_of(c.last_activity_at)
    from conversation_people p join conversations c using (conversation_id) where c.deleted_at is null`.execute(db);
  await sql`create index room_hours_user on room_hours (user_id, hour desc, conversation_id)`.execute(db);
  await sql`
    create function note_seat_hour() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from room_hours where conversation_id = old.conversation_id and user_id = old.user_id;
      else
        insert into room_hours (conversation_id, user_id, hour)
        select new.conversation_id, new.user_id, hour_of(c.last_activity_at) from conversations c
        where c.conversation_id = new.conversation_id and c.deleted_at is null
        on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger conversation_people_hours after insert or delete on conversation_people
      for each row execute function note_seat_hour()`.execute(db);
  await sql`
    create function note_room_hour() returns trigger language plpgsql as $$
    begin
      if new.deleted_at is not null then
        delete from room_hours where conversation_id = new.conversation_id;
      else
        update room_hours set hour = hour_of(new.last_activity_at) where conversation_id = new.conversation_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger conversations_hours after update of last_activity_at, deleted_at on conversations for each row
      when (hour_of(old.last_activity_at) <> hour_of(new.last_activity_at)
            or (old.deleted_at is null and new.deleted_at is not null))
      execute function note_room_hour()`.execute(db);
}
