import { sql, type Kysely } from 'kysely';

export const alters = ['agent_seats'];

/**
 * The time of the last message before the agent was seated; null if there was none. Deliveries up to then belong to an
 * earlier seat. A trigger writes it, because servers of the previous release seat agents too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_seats add column after_at timestamptz`.execute(db);
  await sql`
    create function note_seat_time() returns trigger language plpgsql as $$
    begin
      insert into agent_seats (conversation_id, after_seq, after_at)
      values (new.conversation_id, new.last_seq, new.last_message_at)
      on conflict (conversation_id) do update set after_seq = excluded.after_seq, after_at = excluded.after_at;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger conversations_agent_seat after update of agent_id on conversations for each row
    when (new.agent_id is not null and new.agent_id is distinct from old.agent_id)
    execute function note_seat_time()`.execute(db);
  await sql`
    update agent_seats s set after_at = m.created_at
    from messages m where m.conversation_id = s.conversation_id and m.seq = s.after_seq`.execute(db);
}
