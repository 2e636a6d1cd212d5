import { sql, type Kysely } from 'kysely';

/**
 * Tool invocations, and the approvals that some of them wait for. `runner` is the server that runs an invocation;
 * `fence` is the claim counter. `collected_at` is set when an approval's outcome has been applied to its invocation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invocations (
      invocation_id text primary key,
      agent_id text not null,
      conversation_id text not null,
      user_id text not null,
      human_origin boolean not null,
      hop integer not null,
      tool text not null,
      requested_scope text not null,
      arguments json not null,
      arguments_sha256 bytea not null,
      approval_id text,
      state text not null,
      runner text,
      fence integer not null default 0,
      created_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index invocations_ready on invocations (invocation_id) where state = 'approved'`.execute(db);
  await sql`create index invocations_running on invocations (runner) where state = 'running'`.execute(db);
  await sql`
    create table approvals (
      approval_id text primary key,
      invocation_id text not null unique,
      agent_id text not null,
      conversation_id text not null,
      user_id text not null,
      message_id text not null,
      human_origin boolean not null,
      hop integer not null,
      requested_scope text not null,
      action text not null,
      kind text not null,
      coin_amount bigint,
      arguments json not null,
      arguments_sha256 bytea not null,
      state text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      resolved_at timestamptz,
      collected_at timestamptz
    )`.execute(db);
  await sql`create index approvals_owner on approvals (user_id, approval_id)`.execute(db);
  await sql`create index approvals_pending on approvals (expires_at) where state = 'pending'`.execute(db);
  await sql`
    create index approvals_uncollected on approvals (approval_id)
    where state <> 'pending' and collected_at is null`.execute(db);
}
