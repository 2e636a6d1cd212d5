import { sql } from 'kysely';
import type { AgentId, ApprovalId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../../platform/storage/storage.ts';

/** One side of a transfer. The issuing account, which gives out starting coins, has no owner and no running balance. */
export interface EntryRow {
  readonly transfer_id: string;
  readonly user_id: UserId | null;
  readonly amount: number;
  readonly balance_after: number | null;
  readonly reason: string;
  readonly agent_id: AgentId | null;
  readonly approval_id: ApprovalId | null;
  readonly created_at: Date;
}

/**
 * Opens accounts that do not exist yet, each with `balance`. Returns the people that got a new account. Concurrent
 * inserts of the same account wait for each other.
 */
export async function insertAccounts(tx: Tx, userIds: readonly UserId[], balance: number): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    insert into coin_accounts (user_id, balance)
    select user_id, ${balance}::bigint from unnest(${[...userIds].sort()}::text[]) as people (user_id)
    order by user_id
    on conflict do nothing
    returning user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Makes all reads of the transaction see one snapshot. Must be its first statement. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
}

/** Returns the balance of a person's account, or null if there is no account. */
export async function findBalance(db: Db | Tx, userId: UserId): Promise<number | null> {
  const { rows } = await sql<{ balance: number }>`
    select balance from coin_accounts where user_id = ${userId}`.execute(db);
  return rows[0]?.balance ?? null;
}

/** Locks accounts in the order of their ids, which prevents deadlocks, and returns their balances. */
export async function lockBalances(tx: Tx, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ user_id: UserId; balance: number }>`
    select user_id, balance from coin_accounts where user_id = any(${userIds}::text[])
    order by user_id for update`.execute(tx);
  return new Map(rows.map((row) => [row.user_id, row.balance]));
}

export async function updateBalance(tx: Tx, userId: UserId, balance: number): Promise<void> {
  await sql`update coin_accounts set balance = ${balance}::bigint where user_id = ${userId}`.execute(tx);
}

export async function insertEntries(tx: Tx, entries: readonly EntryRow[]): Promise<void> {
  await sql`
    insert into coin_entries (transfer_id, user_id, amount, balance_after, reason, agent_id, approval_id, created_at)
    select transfer_id, user_id, amount, balance_after, reason, agent_id, approval_id, created_at from unnest(
      ${entries.map((e) => e.transfer_id)}::text[], ${entries.map((e) => e.user_id)}::text[],
      ${entries.map((e) => e.amount)}::bigint[], ${entries.map((e) => e.balance_after)}::bigint[],
      ${entries.map((e) => e.reason)}::text[], ${entries.map((e) => e.agent_id)}::text[],
      ${entries.map((e) => e.approval_id)}::text[], ${entries.map((e) => e.created_at)}::timestamptz[]
    ) with ordinality as e (transfer_id, user_id, amount, balance_after, reason, agent_id, approval_id, created_at, place)
    order by place`.execute(tx);
}

/** Lists the entries of a person's account below a cursor, newest first. */
export async function findEntries(
  db: Db | Tx,
  list: { readonly userId: UserId; readonly below: number | null; readonly limit: number },
): Promise<(EntryRow & { readonly entry_id: number })[]> {
  const { rows } = await sql<EntryRow & { entry_id: number }>`
    select entry_id, transfer_id, user_id, amount, balance_after, reason, agent_id, approval_id, created_at
    from coin_entries
    where user_id = ${list.userId} ${list.below === null ? sql`` : sql`and entry_id < ${list.below}::bigint`}
    order by entry_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Sums what people paid for calls of each of these agents since a time. Agents without a payment are left out. */
export async function sumPaidOfEach(
  db: Db | Tx,
  agentIds: readonly AgentId[],
  since: Date,
): Promise<Map<AgentId, number>> {
  const { rows } = await sql<{ agent_id: AgentId; paid: number }>`
    select agent_id, -sum(amount)::bigint as paid from coin_entries
    where agent_id = any(${agentIds}::text[]) and created_at >= ${since} and amount < 0 group by agent_id`.execute(db);
  return new Map(rows.map((row) => [row.agent_id, Number(row.paid)]));
}
