import { sql, type Kysely } from 'kysely';

export const alters = ['agent_seats'];

/** Seats of servers that ran ahead of the time stayed ahead when their messages were moved back, and allowed no reply. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update agent_seats s set after_at = coalesce((
      select m.created_at from messages m where m.conversation_id = s.conversation_id and m.seq = s.after_seq), now())
    where s.after_at > now()`.execute(db);
}
