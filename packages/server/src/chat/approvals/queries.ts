import { sql } from 'kysely';
import type { AgentId, ApprovalId, ApprovalState, ConversationId, DeliveryId, UserId } from '@parley/protocol';
import { isStoppedBy } from '../../engine/deliveries/stopped-queries.ts';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { ApprovalRow } from './approval.ts';

export async function insertApproval(tx: Tx, row: ApprovalRow, deliveryId: DeliveryId): Promise<void> {
  await sql`
    with asked_with as (
      insert into approval_deliveries (approval_id, delivery_id) values (${row.approval_id}, ${deliveryId})
    )
    insert into approvals (approval_id, invocation_id, agent_id, conversation_id, user_id, message_id, human_origin, hop,
                           requested_scope, action, kind, coin_amount, arguments, arguments_sha256, state, created_at,
                           expires_at)
    values (${row.approval_id}, ${row.invocation_id}, ${row.agent_id}, ${row.conversation_id}, ${row.user_id},
            ${row.message_id}, ${row.human_origin}, ${row.hop}, ${row.requested_scope}, ${row.action}, ${row.kind},
            ${row.coin_amount}, ${JSON.stringify(row.arguments)}::json, ${row.arguments_sha256}, ${row.state},
            ${row.created_at}, ${row.expires_at})`.execute(tx);
  if (row.options !== null) await writeChoice(tx, row);
}

/** The columns of `ApprovalRow` with the tables that have them. */
const whole = sql`
  a.*, c.options, c.editable, c.option, c.reason, c.proposed_arguments, c.proposed_sha256
  from approvals a left join approval_choices c using (approval_id)`;

export async function findApproval(db: Db | Tx, approvalId: ApprovalId): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`select ${whole} where approval_id = ${approvalId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns until when these approvals can be decided. */
export async function findExpiries(db: Db, approvalIds: readonly ApprovalId[]): Promise<Map<ApprovalId, Date>> {
  if (approvalIds.length === 0) return new Map();
  const { rows } = await sql<Pick<ApprovalRow, 'approval_id' | 'expires_at'>>`
    select approval_id, expires_at from approvals where approval_id = any(${approvalIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.approval_id, row.expires_at]));
}

/** Returns who decides on these approvals. */
export async function findDeciders(db: Db | Tx, approvalIds: readonly ApprovalId[]): Promise<Map<ApprovalId, UserId>> {
  if (approvalIds.length === 0) return new Map();
  const { rows } = await sql<Pick<ApprovalRow, 'approval_id' | 'user_id'>>`
    select approval_id, user_id from approvals where approval_id = any(${approvalIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.approval_id, row.user_id]));
}

/**
 * Locks the pending approvals that were requested from these deliveries. The caller must hold the conversation's lock.
 */
export async function lockPendingOf(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole} join approval_deliveries l using (approval_id)
    where l.delivery_id = any(${deliveryIds}::text[]) and a.state = 'pending'
    order by a.approval_id for update of a`.execute(tx);
  return rows;
}

/** Returns whether an approval that was requested from this delivery was given, or can still be given. */
export async function bindsAnswer(tx: Tx, deliveryId: DeliveryId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from approval_deliveries l join approvals a using (approval_id)
    where l.delivery_id = ${deliveryId}
      and (a.state = 'approved' or (a.state = 'pending' and a.expires_at > ${now}))
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks the pending approvals of a conversation: those of this person or agent, or all. The caller must hold the conversation's lock.
 */
export async function lockPendingIn(
  tx: Tx,
  conversationId: ConversationId,
  memberId: UserId | AgentId | null,
): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole}
    where conversation_id = ${conversationId} and state = 'pending'
      ${memberId === null ? sql`` : sql`and (user_id = ${memberId} or agent_id = ${memberId})`}
    order by approval_id for update of a`.execute(tx);
  return rows;
}

/** Locks all pending approvals of a person. The caller must hold the locks of their conversations with agents. */
export async function lockPendingFor(tx: Tx, userId: UserId): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole} where user_id = ${userId} and state = 'pending' order by approval_id for update of a`.execute(tx);
  return rows;
}

/** Locks the approval's row. A caller that also needs the conversation's lock must take that one first. */
export async function lockApproval(tx: Tx, approvalId: ApprovalId): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole} where approval_id = ${approvalId} for update of a`.execute(tx);
  return rows[0] ?? null;
}

/** Lists a person's approvals below a cursor, newest first. */
export async function listApprovals(
  db: Db,
  list: {
    readonly userId: UserId;
    readonly state: ApprovalState | null;
    readonly below: string | null;
    readonly limit: number;
  },
): Promise<PageRows<ApprovalRow>> {
  const select = sql`
    select ${whole}
    where user_id = ${list.userId} ${list.state === null ? sql`` : sql`and state = ${list.state}`}
      ${list.below === null ? sql`` : sql`and approval_id < ${list.below}`}
    order by approval_id desc limit ${list.limit}`;
  const bytes = sql`octet_length(p.arguments::text) + coalesce(octet_length(p.proposed_arguments::text), 0)`;
  return readPageRows<ApprovalRow>(db, { select, order: sql`approval_id desc`, bytes });
}

/** Returns those of these approvals that were denied because the answer was stopped. */
export async function findStoppedApprovals(
  db: Db,
  approvalIds: readonly ApprovalId[],
): Promise<ReadonlySet<ApprovalId>> {
  const { rows } = await sql<{ approval_id: ApprovalId }>`
    select a.approval_id from approvals a join approval_deliveries l using (approval_id)
    where a.approval_id = any(${approvalIds}::text[]) and a.state = 'denied'
      and ${isStoppedBy(sql`l.delivery_id`, sql`a.resolved_at`)}`.execute(db);
  return new Set(rows.map((row) => row.approval_id));
}

/** Counts the approvals of an agent that a person can still decide. */
export async function countOpen(tx: Tx, agentId: AgentId, userId: UserId, now: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from approvals
    where agent_id = ${agentId} and user_id = ${userId} and state = 'pending' and expires_at > ${now}`.execute(tx);
  return rows[0]?.open ?? 0;
}

/** Writes how an approval ended, and what the person said with the decision. */
export async function updateEnded(tx: Tx, row: ApprovalRow): Promise<void> {
  const isReplaced = row.proposed_arguments !== null;
  const replaced = sql`,
        arguments = ${JSON.stringify(row.arguments)}::json, arguments_sha256 = ${row.arguments_sha256}`;
  await sql`
    update approvals set state = ${row.state}, resolved_at = ${row.resolved_at} ${isReplaced ? replaced : sql``}
    where approval_id = ${row.approval_id}`.execute(tx);
  if (isReplaced || row.option !== null || row.reason !== null) await writeChoice(tx, row);
}

async function writeChoice(tx: Tx, row: ApprovalRow): Promise<void> {
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::json`;
  await sql`
    insert into approval_choices (approval_id, options, editable, option, reason, proposed_arguments, proposed_sha256)
    values (${row.approval_id}, ${json(row.options)}, ${json(row.editable)}, ${row.option}, ${row.reason},
            ${json(row.proposed_arguments)}, ${row.proposed_sha256})
    on conflict (approval_id) do update
    set option = excluded.option, reason = excluded.reason, proposed_arguments = excluded.proposed_arguments,
        proposed_sha256 = excluded.proposed_sha256`.execute(tx);
}

/** Finds pending approvals past their time, earliest expiry first. */
export async function findDue(db: Db, now: Date, limit: number): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole} where state = 'pending' and expires_at <= ${now}
    order by expires_at limit ${limit}`.execute(db);
  return rows;
}

/** Returns when the next pending approval expires, or null if none is pending. */
export async function findNextExpiry(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(expires_at) as at from approvals where state = 'pending'`.execute(db);
  return rows[0]?.at ?? null;
}

/** Finds ended approvals that were not applied to their invocation yet. */
export async function findUncollected(db: Db, limit: number): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole} where state <> 'pending' and collected_at is null
    order by approval_id limit ${limit}`.execute(db);
  return rows;
}

/** Marks an approval's outcome as applied. Returns false if it was marked before. */
export async function collect(tx: Tx, approvalId: ApprovalId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update approvals set collected_at = ${now}
    where approval_id = ${approvalId} and collected_at is null and state <> 'pending'
    returning approval_id`.execute(tx);
  return rows.length === 1;
}

/** Returns the other pending approvals of the same agent, person and scope, oldest first. */
export async function findPendingFor(
  db: Db,
  { approval_id, agent_id, user_id, requested_scope }: ApprovalRow,
): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${whole}
    where agent_id = ${agent_id} and user_id = ${user_id} and state = 'pending'
      and requested_scope = ${requested_scope} and approval_id <> ${approval_id}
    order by approval_id`.execute(db);
  return rows;
}

/** Returns the delivery that the agent was answering when it asked for an approval. */
export async function findAskedFrom(tx: Tx, approvalId: ApprovalId): Promise<DeliveryId | null> {
  const { rows } = await sql<{ delivery_id: DeliveryId }>`
    select delivery_id from approval_deliveries where approval_id = ${approvalId}`.execute(tx);
  return rows[0]?.delivery_id ?? null;
}
