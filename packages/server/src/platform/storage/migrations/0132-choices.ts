import { sql, type Kysely } from 'kysely';

/**
 * Messages that choose an option of another message. A person chooses once per block. `block` is the index among the
 * stored blocks, as the agent's owner sees them; `public_block` is the index for everyone else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table choices (
      message_id text primary key,
      conversation_id text not null,
      user_id text not null,
      of_message_id text not null,
      agent_id text,
      block integer not null,
      public_block integer not null,
      label text not null,
      unique (of_message_id, user_id, block)
    )`.execute(db);
  await sql`create index choices_conversation on choices (conversation_id)`.execute(db);
}
