import { sql, type Kysely } from 'kysely';

/**
 * Messages of agents that only the agent's owner can see. They are numbered per conversation and per owner, so that the
 * count after a seq is a difference of two numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table silent_messages (
      conversation_id text not null,
      seq integer not null,
      owner_user_id text not null,
      nth integer not null,
      nth_of_owner integer not null,
      primary key (conversation_id, seq)
    )`.execute(db);
  await sql`create index silent_messages_owner on silent_messages (conversation_id, owner_user_id, seq)`.execute(db);
}
