import { sql, type RawBuilder } from 'kysely';
import type { AgentId, InvocationId, StandingGrantId, UserId } from '@parley/protocol';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { StandingUseRow } from './standing-grant.ts';

export type NewUse = Omit<StandingUseRow, 'outcome' | 'executed_at' | 'settled_at'>;

export async function insertUse(tx: Tx, row: NewUse): Promise<void> {
  await sql`
    insert into standing_grant_uses (invocation_id, grant_id, approval_id, is_first, at, arguments, arguments_sha256,
                                     amounts)
    values (${row.invocation_id}, ${row.grant_id}, ${row.approval_id}, ${row.is_first}, ${row.at},
            ${JSON.stringify(row.arguments)}::json, ${row.arguments_sha256}, ${JSON.stringify(row.amounts)}::json)`.execute(
    tx,
  );
}

export async function findUse(db: Db | Tx, invocationId: InvocationId): Promise<StandingUseRow | null> {
  const { rows } = await sql<StandingUseRow>`
    select * from standing_grant_uses where invocation_id = ${invocationId}`.execute(db);
  return rows[0] ?? null;
}

export async function updateSettled(
  tx: Tx,
  use: Pick<StandingUseRow, 'invocation_id' | 'outcome' | 'executed_at'>,
  now: Date,
): Promise<void> {
  await sql`
    update standing_grant_uses
    set outcome = ${use.outcome}, executed_at = ${use.executed_at}, settled_at = ${now}
    where invocation_id = ${use.invocation_id}`.execute(tx);
}

/** Lists the uses of a grant below a cursor, newest first. */
export async function listUses(
  db: Db,
  list: {
    readonly grantId: StandingGrantId;
    readonly below: readonly [at: string, id: string] | null;
    readonly limit: number;
  },
): Promise<PageRows<StandingUseRow>> {
  const select = sql`
    select * from standing_grant_uses
    where grant_id = ${list.grantId}
      ${list.below === null ? sql`` : sql`and (at, invocation_id) < (${list.below[0]}::timestamptz, ${list.below[1]})`}
    order by at desc, invocation_id desc limit ${list.limit}`;
  const bytes = sql`octet_length(p.arguments::text)`;
  return readPageRows(db, { select, order: sql`at desc, invocation_id desc`, bytes });
}

/** Returns an SQL condition: this approval was approved together with another, by the grant that the person gave with it. */
export function isTakenAlong(approvalId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from standing_grant_uses u where u.approval_id = ${approvalId} and not u.is_first)`;
}

/** Counts the uses without an approval since a time, by agent; at most `limit` agents, most uses first. */
export async function countUses(db: Db, userId: UserId, since: Date, limit: number): Promise<Map<AgentId, number>> {
  const { rows } = await sql<{ agent_id: AgentId; uses: number }>`
    select g.agent_id, count(*)::int as uses
    from standing_grants g join standing_grant_uses u using (grant_id)
    where g.user_id = ${userId} and u.approval_id is null and u.at >= ${since}
    group by g.agent_id order by uses desc, g.agent_id limit ${limit}`.execute(db);
  return new Map(rows.map((row) => [row.agent_id, row.uses]));
}
