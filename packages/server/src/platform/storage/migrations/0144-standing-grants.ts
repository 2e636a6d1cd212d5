import { sql, type Kysely } from 'kysely';

/**
 * Standing grants and their uses. `expired` is no stored state: it follows from `until`. `equal`, `bounds`, `members` and
 * `arguments` are `json`, not `jsonb`, which keeps numbers and members as they were sent. Sums are decimals in text.
 * `people_only_messages` has the messages of the platform that no agent reads; servers of the previous release insert
 * every column of `messages`, so the mark is not one of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table standing_grants (
      grant_id text primary key,
      user_id text not null,
      agent_id text not null,
      approval_id text not null unique,
      tool text not null,
      requested_scope text not null,
      conversation_id text,
      asked text not null,
      members json not null,
      equal json not null,
      bounds json not null,
      uses integer,
      used integer not null,
      until timestamptz not null,
      state text not null,
      invalid_reason text,
      definition bytea not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null
    )`.execute(db);
  await sql`create index standing_grants_person on standing_grants (user_id, grant_id)`.execute(db);
  await sql`create index standing_grants_agent on standing_grants (agent_id, user_id, until)`.execute(db);
  await sql`
    create index standing_grants_room on standing_grants (conversation_id) where conversation_id is not null`.execute(
    db,
  );
  await sql`create index standing_grants_until on standing_grants (until)`.execute(db);
  await sql`
    create table standing_grant_uses (
      invocation_id text primary key,
      grant_id text not null references standing_grants on delete cascade,
      approval_id text,
      is_first boolean not null,
      at timestamptz not null,
      arguments json not null,
      arguments_sha256 bytea not null,
      amounts json not null,
      outcome text,
      executed_at timestamptz,
      settled_at timestamptz
    )`.execute(db);
  await sql`create index standing_grant_uses_grant on standing_grant_uses (grant_id, at, invocation_id)`.execute(db);
  await sql`create table people_only_messages (message_id text primary key, conversation_id text not null)`.execute(db);
  await sql`
    create index invoked_with_result on invoked_with (result_delivery_id) where result_delivery_id is not null`.execute(
    db,
  );
  await sql`create index people_only_messages_room on people_only_messages (conversation_id)`.execute(db);
}
