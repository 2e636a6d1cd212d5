import { sql, type RawBuilder } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import { addScopes } from './scope-grant-queries.ts';

/** One person's relation to one agent. `consented_scopes` is what the manifest requested when they last consented; null before. */
export interface MembershipRow {
  readonly user_id: UserId;
  readonly agent_id: AgentId;
  readonly granted_scopes: readonly string[];
  readonly consented_scopes: readonly string[] | null;
  readonly muted: boolean;
  readonly blocked: boolean;
}

export async function findMembership(db: Db | Tx, agentId: AgentId, userId: UserId): Promise<MembershipRow | null> {
  const { rows } = await sql<MembershipRow>`
    select * from memberships where agent_id = ${agentId} and user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** The relations of these pairs; pairs without a row are left out. */
export async function findMemberships(
  db: Db | Tx,
  pairs: readonly { readonly agentId: AgentId; readonly userId: UserId }[],
): Promise<MembershipRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<MembershipRow>`
    select m.* from unnest(${pairs.map((pair) => pair.agentId)}::text[], ${pairs.map((pair) => pair.userId)}::text[])
      as wanted (agent_id, user_id)
    join memberships m using (agent_id, user_id)`.execute(db);
  return rows;
}

/** Which of these people have blocked which of the agents that another concept's part of a statement names. */
export async function findBlocks(
  db: Db | Tx,
  userIds: readonly UserId[],
  agentIds: RawBuilder<AgentId>,
): Promise<Pick<MembershipRow, 'user_id' | 'agent_id'>[]> {
  const { rows } = await sql<Pick<MembershipRow, 'user_id' | 'agent_id'>>`
    select user_id, agent_id from memberships
    where user_id = any(${userIds}::text[]) and agent_id in ${agentIds} and blocked`.execute(db);
  return rows;
}

/** Notes that these people have to do with this agent; who has already keeps what they chose. */
export async function ensureMemberships(tx: Tx, agentId: AgentId, userIds: readonly UserId[]): Promise<void> {
  await sql`
    insert into memberships (user_id, agent_id)
    select user_id, ${agentId} from unnest(${userIds}::text[]) as people (user_id)
    order by user_id
    on conflict do nothing`.execute(tx);
}

export async function upsertGrants(
  tx: Tx,
  grant: {
    readonly agentId: AgentId;
    readonly userId: UserId;
    readonly scopes: readonly string[];
    readonly requested: readonly string[];
    readonly now: Date;
  },
): Promise<MembershipRow> {
  const { rows } = await sql<MembershipRow>`
    with membership as (
      insert into memberships (user_id, agent_id, granted_scopes, consented_scopes)
      values (${grant.userId}, ${grant.agentId}, ${grant.scopes}::text[], ${grant.requested}::text[])
      on conflict (user_id, agent_id) do update
        set granted_scopes = excluded.granted_scopes, consented_scopes = excluded.consented_scopes
      returning *
    ), ${addScopes(grant)}
    select * from membership`.execute(tx);
  return rows[0] as MembershipRow;
}

export async function upsertPreferences(
  tx: Tx,
  preferences: {
    readonly agentId: AgentId;
    readonly userId: UserId;
    readonly muted?: boolean | undefined;
    readonly blocked?: boolean | undefined;
  },
): Promise<MembershipRow> {
  const { muted = null, blocked = null } = preferences;
  const { rows } = await sql<MembershipRow>`
    insert into memberships (user_id, agent_id, muted, blocked)
    values (${preferences.userId}, ${preferences.agentId}, coalesce(${muted}::boolean, false), coalesce(${blocked}::boolean, false))
    on conflict (user_id, agent_id) do update
      set muted = coalesce(${muted}::boolean, memberships.muted),
          blocked = coalesce(${blocked}::boolean, memberships.blocked)
    returning *`.execute(tx);
  return rows[0] as MembershipRow;
}

/** People who are told of a new manifest at most; whoever is not told reads it with their next look at the agent. */
const toldMax = 1000;

/**
 * Takes back what was granted of scopes that an agent asks for no more, so that asking again needs a new consent.
 *
 * @returns people who have to do with the agent, a thousand at most.
 */
export async function withdrawScopes(
  tx: Tx,
  agentId: AgentId,
  requested: readonly string[],
): Promise<readonly UserId[]> {
  await sql`
    update memberships
    set granted_scopes = array(select scope from unnest(granted_scopes) as g (scope) where scope = any(${requested}::text[])),
        consented_scopes = array(select scope from unnest(consented_scopes) as c (scope) where scope = any(${requested}::text[]))
    where agent_id = ${agentId} and consented_scopes is not null
      and not (granted_scopes <@ ${requested}::text[] and consented_scopes <@ ${requested}::text[])`.execute(tx);
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from memberships where agent_id = ${agentId} limit ${toldMax}`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** A condition for the statements of other concepts: this person has muted or blocked this agent. */
export function hasSilenced(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from memberships t
    where t.user_id = ${userId} and t.agent_id = ${agentId} and (t.muted or t.blocked))`;
}

/** A condition: this person has blocked this agent. */
export function hasBlocked(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from memberships b where b.user_id = ${userId} and b.agent_id = ${agentId} and b.blocked)`;
}

/** A condition: this person has granted this agent a scope. */
export function hasGranted(
  userId: RawBuilder<unknown>,
  agentId: RawBuilder<unknown>,
  scope: string,
): RawBuilder<boolean> {
  return sql`exists (
    select from memberships t
    where t.user_id = ${userId} and t.agent_id = ${agentId} and ${scope} = any(t.granted_scopes))`;
}
