import { sql, type RawBuilder } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isDisabled } from '../users/account-queries.ts';
import type { Attention, AttentionChange } from './attention.ts';
import { addScopes, endAsks } from './scope-grant-queries.ts';

/**
 * One person's relation to one agent. `consented_scopes` is what the manifest requested when the person last consented;
 * null before that.
 */
export interface MembershipRow extends Attention {
  readonly user_id: UserId;
  readonly agent_id: AgentId;
  readonly granted_scopes: readonly string[];
  readonly consented_scopes: readonly string[] | null;
  readonly blocked: boolean;
}

/** To agents, a disabled person is as one who has blocked them. */
const blocked = sql`m.blocked or ${isDisabled(sql`m.user_id`)} as blocked`;

/** A person's notification settings for an agent `m`, which are in a table of their own. */
const attention = sql`coalesce(n.notify, 'all') as notify, n.muted_until`;
const joinAttention = sql`left join agent_attention n on n.agent_id = m.agent_id and n.user_id = m.user_id`;

export async function findMembership(db: Db | Tx, agentId: AgentId, userId: UserId): Promise<MembershipRow | null> {
  const { rows } = await sql<MembershipRow>`
    select m.*, ${attention}, ${blocked} from memberships m ${joinAttention}
    where m.agent_id = ${agentId} and m.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the agents that a person has shared a conversation with, or set something for. */
export async function findKnownAgents(tx: Tx, userId: UserId): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select agent_id from memberships where user_id = ${userId}`.execute(tx);
  return rows.map((row) => row.agent_id);
}

/** Returns the relations of these pairs. Pairs without a row are left out. */
export async function findMemberships(
  db: Db | Tx,
  pairs: readonly { readonly agentId: AgentId; readonly userId: UserId }[],
): Promise<MembershipRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<MembershipRow>`
    select m.*, ${attention}, ${blocked} from unnest(${pairs.map((pair) => pair.agentId)}::text[], ${pairs.map((pair) => pair.userId)}::text[])
      as wanted (agent_id, user_id)
    join memberships m using (agent_id, user_id) ${joinAttention}`.execute(db);
  return rows;
}

/** Lists the agents that a person knows and has not blocked, with what they granted. */
export async function listMemberships(db: Db, userId: UserId, limit: number): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select m.*, ${attention} from memberships m ${joinAttention}
    where m.user_id = ${userId} and not m.blocked order by m.agent_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns which of these people have blocked which of these agents. `agentIds` is a subquery of another concept. */
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

/** Records that these people know this agent. Existing rows keep their settings. */
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
    ), ${addScopes(grant)}, ${endAsks(grant)}
    select m.*, ${attention} from membership m ${joinAttention}`.execute(tx);
  return rows[0] as MembershipRow;
}

export async function upsertPreferences(
  tx: Tx,
  preferences: AttentionChange & {
    readonly agentId: AgentId;
    readonly userId: UserId;
    readonly blocked?: boolean | undefined;
  },
): Promise<MembershipRow> {
  const { muted = null, blocked = null, notify = null, mutedUntil } = preferences;
  const { rows } = await sql<MembershipRow>`
    with m as (
      insert into memberships (user_id, agent_id, muted, blocked)
      values (${preferences.userId}, ${preferences.agentId}, coalesce(${muted}::boolean, false), coalesce(${blocked}::boolean, false))
      on conflict (user_id, agent_id) do update
        set muted = coalesce(${muted}::boolean, memberships.muted),
            blocked = coalesce(${blocked}::boolean, memberships.blocked)
      returning *
    ), n as (
      insert into agent_attention as a (user_id, agent_id, notify, muted_until)
      select user_id, agent_id, coalesce(${notify}::text, 'all'), ${mutedUntil ?? null}::timestamptz from m
      on conflict (user_id, agent_id) do update
        set notify = coalesce(${notify}::text, a.notify),
            muted_until = case when ${mutedUntil === undefined} then a.muted_until else excluded.muted_until end
      returning notify, muted_until
    )
    select m.*, n.* from m, n`.execute(tx);
  return rows[0] as MembershipRow;
}

/** At most this many people are notified of a new manifest. The others read it the next time they open the agent. */
const toldMax = 1000;

/**
 * Withdraws grants of scopes that an agent no longer requests, so that requesting them again needs a new consent.
 *
 * @returns the people who know the agent, at most a thousand.
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

/** Returns a condition for statements of other concepts: this person has muted or blocked this agent at `now`. */
export function hasSilenced(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql`coalesce((
    select m.muted or m.blocked or n.muted_until > ${now} from memberships m ${joinAttention}
    where m.user_id = ${userId} and m.agent_id = ${agentId}), false)`;
}

/**
 * Returns a condition: this person's level of this agent lets mentions through. A scalar subquery, because PostgreSQL 18
 * may hash the whole table for `exists`.
 */
export function heedsMentionsOf(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select false from agent_attention a
    where a.user_id = ${userId} and a.agent_id = ${agentId} and a.notify in ('decisions', 'none')), true)`;
}

/** Returns a condition: this person has blocked this agent. */
export function hasBlocked(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select b.blocked from memberships b where b.user_id = ${userId} and b.agent_id = ${agentId}), false)`;
}

/**
 * Returns whether this person has blocked this agent, or null if they have no relation. A scalar subquery forces an
 * index lookup, even under a plan that was cached when the table was small.
 */
export function blockOf(userId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return sql`(select b.blocked from memberships b where b.user_id = ${userId} and b.agent_id = ${agentId})`;
}

/** Returns a condition: this person has granted this agent a scope. */
export function hasGranted(
  userId: RawBuilder<unknown>,
  agentId: RawBuilder<unknown>,
  scope: string,
): RawBuilder<boolean> {
  return sql`coalesce((
    select ${scope} = any(t.granted_scopes) from memberships t
    where t.user_id = ${userId} and t.agent_id = ${agentId}), false)`;
}

/** Counts the people who know each of these agents, at most `most` of each. */
export async function countMembersOfEach(
  db: Db | Tx,
  agentIds: readonly AgentId[],
  most: number,
): Promise<Map<AgentId, number>> {
  const { rows } = await sql<{ agent_id: AgentId; count: number }>`
    select w.agent_id, m.count from unnest(${agentIds}::text[]) as w (agent_id)
    cross join lateral (
      select count(*)::int as count from (select from memberships k where k.agent_id = w.agent_id limit ${most}) k
    ) m`.execute(db);
  return new Map(rows.map((row) => [row.agent_id, row.count]));
}
