import { sql, type Kysely } from 'kysely';

/** Indexes for the figures of agents: failed deliveries by time, and coins by agent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index failed_deliveries_newest on failed_deliveries (delivery_id, agent_id)`.execute(db);
  await sql`
    create index deliveries_newest_failed on deliveries (delivery_id, agent_id) where ended_as = 'failed'`.execute(db);
  await sql`
    create index coin_entries_agent on coin_entries (agent_id, created_at) where agent_id is not null`.execute(db);
}
