import { sql, type Kysely } from 'kysely';

export const alters = ['agents'];

/**
 * Adds indexes for the erasure of deleted and finished data after a time: by the time of the end, and by conversation
 * where that index was missing.
 *
 * An agent's deletion sets only its status, so the cleanup task sets `deleted_at`. If `erased_at` is set, only the
 * agent's name is left, for its messages in other people's conversations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agents add column deleted_at timestamptz, add column erased_at timestamptz`.execute(db);
  const indexes = [
    sql`create index if not exists conversations_deleted on conversations (deleted_at) where deleted_at is not null`,
    sql`create index agents_deleted on agents (deleted_at) where status = 'deleted' and erased_at is null`,
    sql`create index if not exists tasks_over on tasks (updated_at) where status in ('completed', 'failed', 'cancelled')`,
    sql`create index if not exists invocations_over on invocations (ended_at) where ended_at is not null`,
    sql`create index if not exists invocations_room on invocations (conversation_id)`,
    sql`create index if not exists approvals_over on approvals (resolved_at) where collected_at is not null`,
    sql`create index if not exists approvals_room on approvals (conversation_id)`,
    sql`create index if not exists asset_mentions_room on asset_mentions (conversation_id)`,
    sql`create index if not exists memberships_agent on memberships (agent_id)`,
    sql`create index access_requests_denied on access_requests (resolved_at) where state = 'denied'`,
  ];
  for (const index of indexes) await index.execute(db);
}
