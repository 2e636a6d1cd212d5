import { sql } from 'kysely';
import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Db } from '../platform/storage/storage.ts';

/** Notes a delivery that a model has taken and not finished. */
export async function noteTurn(db: Db, deliveryId: string, agentId: AgentId, now: Date): Promise<void> {
  await sql`
    insert into model_turns (delivery_id, agent_id, taken_at) values (${deliveryId}, ${agentId}, ${now})
    on conflict (delivery_id) do update set taken_at = excluded.taken_at`.execute(db);
}

export async function deleteTurn(db: Db, deliveryId: string): Promise<void> {
  await sql`delete from model_turns where delivery_id = ${deliveryId}`.execute(db);
}

/** Returns the deliveries that an earlier run of this agent's model took and did not finish, oldest first. */
export async function findTurns(db: Db, agentId: AgentId): Promise<DeliveryId[]> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from model_turns where agent_id = ${agentId} order by taken_at`.execute(db);
  return rows.map((row) => row.delivery_id);
}
