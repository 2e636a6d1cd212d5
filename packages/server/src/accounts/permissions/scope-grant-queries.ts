import { sql, type RawBuilder } from 'kysely';
import type { AgentId, UserId } from '@parley/protocol';
import { isGone } from '../agents/queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface ScopeGrantRow {
  readonly agent_id: AgentId;
  readonly scope: string;
  readonly granted_at: Date;
  readonly last_used_at: Date | null;
  readonly uses: number;
}

/** Position of a page: it continues after the grant with this time, agent and scope. */
export type ScopeGrantPlace = readonly [grantedAt: string, agentId: string, scope: string];

/** Lists what a person grants to agents that are not deleted, newest first. */
export async function listScopeGrants(
  db: Db,
  list: { readonly userId: UserId; readonly below: ScopeGrantPlace | null; readonly limit: number },
): Promise<ScopeGrantRow[]> {
  const [grantedAt, agentId, scope] = list.below ?? [];
  const below = sql`and (s.granted_at, s.agent_id, s.scope) < (${grantedAt}::timestamptz, ${agentId}, ${scope})`;
  const { rows } = await sql<ScopeGrantRow>`
    select s.agent_id, s.scope, s.granted_at, s.last_used_at, s.uses::float8 as uses
    from scope_grants s
    where s.user_id = ${list.userId} and not ${isGone(sql`s.agent_id`)} ${list.below === null ? sql`` : below}
    order by s.granted_at desc, s.agent_id desc, s.scope desc limit ${list.limit}`.execute(db);
  return rows;
}

/**
 * Counts one more use of these people's grants. Locks the rows in one order, so that concurrent counts cannot deadlock.
 */
export async function countUses(
  tx: Tx,
  use: {
    readonly agentId: AgentId;
    readonly userIds: readonly UserId[];
    readonly scope: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    update scope_grants g
    set uses = g.uses + 1, last_used_at = greatest(g.last_used_at, ${use.now}::timestamptz)
    from (
      select user_id from scope_grants
      where user_id = any(${use.userIds}::text[]) and agent_id = ${use.agentId} and scope = ${use.scope}
      order by user_id for update) held
    where g.user_id = held.user_id and g.agent_id = ${use.agentId} and g.scope = ${use.scope}`.execute(tx);
}

/**
 * Returns a CTE of the statement that grants scopes: inserts the time of each grant. Scopes that were granted before
 * keep theirs.
 */
export function addScopes(grant: {
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly scopes: readonly string[];
  readonly now: Date;
}): RawBuilder<unknown> {
  return sql`granted as (
      insert into scope_grants (user_id, agent_id, scope, granted_at)
      select ${grant.userId}, ${grant.agentId}, g.scope, ${grant.now}::timestamptz
      from unnest(${grant.scopes}::text[]) as g (scope)
      on conflict do nothing
    )`;
}

/** Returns a CTE of the statement that grants scopes: deletes the open requests for them. */
export function endAsks(grant: {
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly scopes: readonly string[];
}): RawBuilder<unknown> {
  return sql`answered as (
      delete from scope_asks
      where user_id = ${grant.userId} and agent_id = ${grant.agentId} and scope = any(${grant.scopes}::text[])
    )`;
}
