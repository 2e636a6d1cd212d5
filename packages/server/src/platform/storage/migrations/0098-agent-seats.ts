import { sql, type Kysely } from 'kysely';

/**
 * The message after which the seat of a conversation's agent begins; no row means at the beginning. A trigger writes
 * it, because servers of the previous release seat agents too. In existing conversations a system message says that a
 * member joined, but not whether it was the agent; the newest such message is used, so that the agent can read too
 * little rather than too much.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_seats (
      conversation_id text primary key references conversations on delete cascade,
      after_seq integer not null
    )`.execute(db);
  await sql`
    create function note_agent_seat() returns trigger language plpgsql as $$
    begin
      insert into agent_seats (conversation_id, after_seq) values (new.conversation_id, new.last_seq)
      on conflict (conversation_id) do update set after_seq = excluded.after_seq;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger conversations_agent_seat after update of agent_id on conversations for each row
    when (new.agent_id is not null and new.agent_id is distinct from old.agent_id)
    execute function note_agent_seat()`.execute(db);
  await sql`
    insert into agent_seats (conversation_id, after_seq)
    select c.conversation_id, max(m.seq) - 1
    from conversations c join messages m using (conversation_id)
    where c.agent_id is not null and c.deleted_at is null
      and m.author_type = 'platform' and m.body like '% joined the conversation.'
    group by c.conversation_id`.execute(db);
}
