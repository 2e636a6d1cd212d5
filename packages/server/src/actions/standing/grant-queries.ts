import { sql, type RawBuilder } from 'kysely';
import type {
  AgentId,
  ApprovalId,
  ConversationId,
  StandingGrantId,
  StandingGrantState,
  StandingInvalidReason,
  UserId,
} from '@parley/protocol';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { StandingGrantRow } from './standing-grant.ts';

export async function insertGrant(tx: Tx, row: StandingGrantRow): Promise<void> {
  await sql`
    insert into standing_grants (grant_id, user_id, agent_id, approval_id, tool, requested_scope, conversation_id, asked,
                                 members, equal, bounds, uses, used, until, state, definition, created_at, last_used_at)
    values (${row.grant_id}, ${row.user_id}, ${row.agent_id}, ${row.approval_id}, ${row.tool}, ${row.requested_scope},
            ${row.conversation_id}, ${row.asked}, ${JSON.stringify(row.members)}::json, ${JSON.stringify(row.equal)}::json,
            ${JSON.stringify(row.bounds)}::json, ${row.uses}, ${row.used}, ${row.until}, ${row.state}, ${row.definition},
            ${row.created_at}, ${row.last_used_at})`.execute(tx);
}

export async function findGrant(db: Db | Tx, grantId: StandingGrantId): Promise<StandingGrantRow | null> {
  const { rows } = await sql<StandingGrantRow>`
    select * from standing_grants where grant_id = ${grantId}`.execute(db);
  return rows[0] ?? null;
}

export async function findGrantOf(db: Db | Tx, approvalId: ApprovalId): Promise<StandingGrantRow | null> {
  const { rows } = await sql<StandingGrantRow>`
    select * from standing_grants where approval_id = ${approvalId}`.execute(db);
  return rows[0] ?? null;
}

export async function lockGrant(tx: Tx, grantId: StandingGrantId): Promise<StandingGrantRow | null> {
  const { rows } = await sql<StandingGrantRow>`
    select * from standing_grants where grant_id = ${grantId} for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Locks the active grants of one person for a tool of an agent, in the order of the checks. Whoever waited for the lock
 * sees the newest row and tests `state` again (READ COMMITTED), so that a grant that was spent meanwhile is left out.
 */
export async function lockActiveGrants(
  tx: Tx,
  of: { readonly agentId: AgentId; readonly userId: UserId; readonly tool: string; readonly now: Date },
): Promise<StandingGrantRow[]> {
  const { rows } = await sql<StandingGrantRow>`
    select * from standing_grants
    where agent_id = ${of.agentId} and user_id = ${of.userId} and tool = ${of.tool} and state = 'active'
      and until > ${of.now}
    order by until, grant_id for update`.execute(tx);
  return rows;
}

/** Writes what uses change. */
export async function updateCounts(
  tx: Tx,
  { grant_id, used, bounds, state, last_used_at }: StandingGrantRow,
): Promise<void> {
  await sql`
    update standing_grants
    set used = ${used}, bounds = ${JSON.stringify(bounds)}::json, state = ${state}, last_used_at = ${last_used_at}
    where grant_id = ${grant_id}`.execute(tx);
}

/** How grants end for good. */
export type GrantEnd =
  { readonly state: 'revoked' } | { readonly state: 'invalid'; readonly reason: StandingInvalidReason };

/**
 * Ends grants that are active, and spent ones with a use that has not run, which could become active again. What ended
 * before stays as it is. Locks them in one order, so that two endings never wait for each other.
 *
 * @returns the people of the ended grants, with their agents.
 */
export async function updateEnded(
  tx: Tx,
  which: RawBuilder<unknown>,
  end: GrantEnd,
  now: Date,
): Promise<{ readonly grant_id: StandingGrantId; readonly user_id: UserId; readonly agent_id: AgentId }[]> {
  const { rows } = await sql<{ grant_id: StandingGrantId; user_id: UserId; agent_id: AgentId }>`
    update standing_grants set state = ${end.state}, invalid_reason = ${end.state === 'invalid' ? end.reason : null}
    where grant_id = any(array(
      select g.grant_id from standing_grants g
      where ${which} and g.until > ${now}
        and (g.state = 'active' or (g.state = 'spent' and exists (
          select from standing_grant_uses u where u.grant_id = g.grant_id and u.settled_at is null)))
      order by g.until, g.grant_id for update))
    returning grant_id, user_id, agent_id`.execute(tx);
  return rows;
}

/** The grants of an agent, of one person or of all; bound to a conversation, where one is named. */
export function grantsOf(of: {
  readonly grantId?: StandingGrantId;
  readonly agentId?: AgentId;
  readonly userId?: UserId;
  readonly conversationId?: ConversationId;
  readonly butScopes?: readonly string[];
}): RawBuilder<unknown> {
  return sql`true
    ${of.grantId === undefined ? sql`` : sql`and g.grant_id = ${of.grantId}`}
    ${of.agentId === undefined ? sql`` : sql`and g.agent_id = ${of.agentId}`}
    ${of.userId === undefined ? sql`` : sql`and g.user_id = ${of.userId}`}
    ${of.conversationId === undefined ? sql`` : sql`and g.conversation_id = ${of.conversationId}`}
    ${of.butScopes === undefined ? sql`` : sql`and g.requested_scope <> all(${of.butScopes}::text[])`}`;
}

/** The grants of a tool that was defined otherwise. */
export function grantsOfChanged(tool: string, definition: Buffer): RawBuilder<unknown> {
  return sql`g.tool = ${tool} and g.definition <> ${definition}`;
}

export async function countActive(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from standing_grants
    where user_id = ${userId} and state = 'active' and until > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Lists a person's grants below a cursor, newest first. */
export async function listGrants(
  db: Db,
  list: {
    readonly userId: UserId;
    readonly agentId: string | null;
    readonly state: StandingGrantState | null;
    readonly below: string | null;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<PageRows<StandingGrantRow>> {
  const state = sql`case when state = 'active' and until <= ${list.now} then 'expired' else state end`;
  const select = sql`
    select * from standing_grants
    where user_id = ${list.userId}
      ${list.agentId === null ? sql`` : sql`and agent_id = ${list.agentId}`}
      ${list.state === null ? sql`` : sql`and ${state} = ${list.state}`}
      ${list.below === null ? sql`` : sql`and grant_id < ${list.below}`}
    order by grant_id desc limit ${list.limit}`;
  return readPageRows(db, { select, order: sql`grant_id desc`, bytes: sql`octet_length(p.equal::text)` });
}

/** Erases at most `limit` grants that expired before `before`, with their uses. Returns how many. */
export async function eraseOverGrants(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from standing_grants where ctid = any(array(
      select ctid from standing_grants where until < ${before}
      order by until limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the names of the tools of active grants. */
export async function listGrantedTools(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tool: string }>`
    select distinct tool from standing_grants where state in ('active', 'spent')`.execute(db);
  return rows.map(({ tool }) => tool);
}
