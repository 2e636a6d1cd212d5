import { sql, type Kysely } from 'kysely';

export const alters = ['delivery_queue'];

/**
 * A lane is looked up for first attempts that another server holds or nobody does. With the holder in the index, the
 * entries of a server's own deliveries are passed over: after they have ended they stay until vacuum clears them, which
 * an old snapshot prevents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index delivery_queue_lanes on delivery_queue (conversation_id, agent_id, coalesce(lease_owner, ''), position)
    `.execute(db);
  // The new one serves its lookups too.
  await sql`drop index delivery_queue_lane`.execute(db);
}
