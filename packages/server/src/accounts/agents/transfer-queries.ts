import { sql, type RawBuilder } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import { isBlockBetween } from '../users/block-queries.ts';
import { isDisabled } from '../users/account-queries.ts';
import { handleOf, nameOf } from '../users/queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** An agent that its owner offers to another person. */
export interface TransferRow {
  readonly agent_id: AgentId;
  readonly agent_handle: string;
  readonly agent_name: string;
  readonly from_user_id: UserId;
  readonly from_handle: string;
  readonly from_name: string;
  readonly to_user_id: UserId;
  readonly to_handle: string;
  readonly to_name: string;
  readonly created_at: Date;
}

/** Offers of live owners: neither person is disabled or has blocked the other, and the agent is still the owner's. */
const standing = sql`
  select t.agent_id, a.handle as agent_handle, a.name as agent_name, t.created_at,
         t.from_user_id, ${handleOf(sql`t.from_user_id`)} as from_handle, ${nameOf(sql`t.from_user_id`)} as from_name,
         t.to_user_id, ${handleOf(sql`t.to_user_id`)} as to_handle, ${nameOf(sql`t.to_user_id`)} as to_name
  from agent_transfers t join agents a on a.agent_id = t.agent_id
  where a.owner_user_id = t.from_user_id and a.status <> 'deleted' and not ${isDisabled(sql`t.from_user_id`)}
    and not ${isDisabled(sql`t.to_user_id`)} and not ${isBlockBetween(sql`t.from_user_id`, sql`t.to_user_id`)}`;

const where = (more: RawBuilder<unknown>) => sql<TransferRow>`${standing} and ${more}`;

/** Offers an agent, instead of whomever it was offered to. */
export async function putTransfer(
  tx: Tx,
  offer: Pick<TransferRow, 'agent_id' | 'from_user_id' | 'to_user_id' | 'created_at'>,
): Promise<void> {
  await sql`
    insert into agent_transfers (agent_id, from_user_id, to_user_id, created_at)
    values (${offer.agent_id}, ${offer.from_user_id}, ${offer.to_user_id}, ${offer.created_at})
    on conflict (agent_id) do update
      set from_user_id = excluded.from_user_id, to_user_id = excluded.to_user_id, created_at = excluded.created_at`.execute(
    tx,
  );
}

/** Returns the offer of an agent; null if none stands. */
export async function findTransfer(db: Db | Tx, agentId: AgentId): Promise<TransferRow | null> {
  const { rows } = await where(sql`t.agent_id = ${agentId}`).execute(db);
  return rows[0] ?? null;
}

/** Lists what is offered to a person, oldest first. */
export async function listTransfersTo(db: Db, userId: UserId, limit: number): Promise<TransferRow[]> {
  const { rows } = await where(sql`t.to_user_id = ${userId} order by t.created_at limit ${limit}`).execute(db);
  return rows;
}

/** Ends the offer of an agent. Returns whom it was made to; null if there was none. */
export async function deleteTransfer(tx: Tx, agentId: AgentId): Promise<UserId | null> {
  const { rows } = await sql<{ to_user_id: UserId }>`
    delete from agent_transfers where agent_id = ${agentId} returning to_user_id`.execute(tx);
  return rows[0]?.to_user_id ?? null;
}

/** Ends the offers that a person made, and those that were made to them. */
export async function deleteTransfersOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from agent_transfers where from_user_id = ${userId} or to_user_id = ${userId}`.execute(tx);
}
