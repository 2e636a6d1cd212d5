import { sql } from 'kysely';
import type { InvocationId, StandingGrantId } from '@parley/protocol';
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
