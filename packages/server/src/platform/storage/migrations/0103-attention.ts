import { sql, type Kysely } from 'kysely';

/**
 * Which messages of a conversation or an agent send pushes to a person, and until when it is muted; no row means all.
 * Tables of their own, which servers of the previous release do not read: they use `muted` alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table room_attention (
      conversation_id text not null,
      user_id text not null,
      notify text not null default 'all',
      muted_until timestamptz,
      primary key (conversation_id, user_id),
      foreign key (conversation_id, user_id) references conversation_people on delete cascade
    )`.execute(db);
  await sql`
    create table agent_attention (
      user_id text not null,
      agent_id text not null,
      notify text not null default 'all',
      muted_until timestamptz,
      primary key (user_id, agent_id),
      foreign key (user_id, agent_id) references memberships on delete cascade
    )`.execute(db);
}
