import { sql } from 'kysely';
import type { InvocationId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { InvocationEnd, InvocationRow } from './invocation.ts';

export async function insertInvocation(tx: Tx, row: InvocationRow): Promise<void> {
  await sql`
    insert into invocations (invocation_id, agent_id, conversation_id, user_id, human_origin, hop, tool, requested_scope,
                             arguments, arguments_sha256, approval_id, state, created_at, ended_at)
    values (${row.invocation_id}, ${row.agent_id}, ${row.conversation_id}, ${row.user_id}, ${row.human_origin}, ${row.hop},
            ${row.tool}, ${row.requested_scope}, ${JSON.stringify(row.arguments)}::json, ${row.arguments_sha256},
            ${row.approval_id}, ${row.state}, ${row.created_at}, ${row.ended_at})`.execute(tx);
}

export async function findInvocation(db: Db | Tx, invocationId: InvocationId): Promise<InvocationRow | null> {
  const { rows } = await sql<InvocationRow>`
    select * from invocations where invocation_id = ${invocationId}`.execute(db);
  return rows[0] ?? null;
}

export async function lockInvocation(tx: Tx, invocationId: InvocationId): Promise<InvocationRow | null> {
  const { rows } = await sql<InvocationRow>`
    select * from invocations where invocation_id = ${invocationId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Writes the arguments of a waiting invocation as its person approved them. */
export async function updateArguments(
  tx: Tx,
  row: Pick<InvocationRow, 'invocation_id' | 'arguments' | 'arguments_sha256'>,
): Promise<void> {
  await sql`
    update invocations
    set arguments = ${JSON.stringify(row.arguments)}::json, arguments_sha256 = ${row.arguments_sha256}
    where invocation_id = ${row.invocation_id}`.execute(tx);
}

/** Changes a waiting invocation to approved. */
export async function updateApproved(tx: Tx, invocationId: InvocationId): Promise<void> {
  await sql`update invocations set state = 'approved' where invocation_id = ${invocationId}`.execute(tx);
}

export async function updateEnded(tx: Tx, invocationId: InvocationId, state: InvocationEnd, now: Date): Promise<void> {
  await sql`
    update invocations set state = ${state}, runner = null, ended_at = ${now}
    where invocation_id = ${invocationId}`.execute(tx);
}

/** Claims approved invocations, oldest first, except those of busy tools. Two servers never claim the same one. */
export async function claimInvocations(
  db: Db,
  runner: string,
  busyTools: readonly string[],
  limit: number,
): Promise<InvocationRow[]> {
  const { rows } = await sql<InvocationRow>`
    update invocations set state = 'running', runner = ${runner}, fence = fence + 1
    where invocation_id = any(array(
      select invocation_id from invocations
      where state = 'approved' and tool <> all(${busyTools}::text[])
      order by invocation_id limit ${limit} for update skip locked))
    returning *`.execute(db);
  return rows;
}

/** Returns the invocations that a server has claimed and not ended. */
export async function findRunning(db: Db): Promise<InvocationRow[]> {
  const { rows } = await sql<InvocationRow>`select * from invocations where state = 'running'`.execute(db);
  return rows;
}

/** Releases an invocation so that it can be claimed again, unless it was claimed by another since. */
export async function releaseInvocation(
  db: Db,
  { invocation_id, fence }: Pick<InvocationRow, 'invocation_id' | 'fence'>,
): Promise<void> {
  await sql`
    update invocations set state = 'approved', runner = null
    where invocation_id = ${invocation_id} and state = 'running' and fence = ${fence}`.execute(db);
}
