import { sql, type RawBuilder } from 'kysely';
import type { AgentId, AgentStatus, AssetId, Manifest, UserId } from '@parley/protocol';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { suspensionOf } from './suspension-queries.ts';

export const agentColumns = sql`
  a.agent_id, a.owner_user_id, a.handle, a.name, a.description, a.transport, a.webhook_url, a.access, a.requested_scopes,
  a.suggested_prompts, a.homepage, a.avatar_asset_id, a.status, a.status_reason, a.created_at,
  a.approval, a.pending_manifest, a.rejected_reason, ${suspensionOf} as suspension,
  coalesce((select true from credentials c where c.agent_id = a.agent_id and c.revoked_at is null limit 1), false)
    as has_credential`;

type NewAgent = Omit<
  AgentRow,
  'has_credential' | 'status_reason' | 'suspension' | 'pending_manifest' | 'rejected_reason'
>;

/** Inserts an agent. Returns false if its handle is taken. */
export async function insertAgent(tx: Tx, agent: NewAgent): Promise<boolean> {
  const insert = sql`
    insert into agents (agent_id, owner_user_id, handle, name, description, transport, webhook_url, access,
                        requested_scopes, suggested_prompts, homepage, avatar_asset_id, status, created_at, approval)
    values (${agent.agent_id}, ${agent.owner_user_id}, ${agent.handle}, ${agent.name}, ${agent.description},
            ${agent.transport}, ${agent.webhook_url}, ${agent.access}, ${JSON.stringify(agent.requested_scopes)}::jsonb,
            ${agent.suggested_prompts}::text[], ${agent.homepage}, ${agent.avatar_asset_id}, ${agent.status},
            ${agent.created_at}, ${agent.approval})
    on conflict do nothing
    returning agent_id`;
  const [, { rows }] = await Promise.all([lockHandle(tx, agent.handle), insert.execute(tx)]);
  return rows.length === 1;
}

/** Locks a handle: a concurrent insert waits and then finds it taken, instead of failing on the unique index. */
const lockHandle = (tx: Tx, handle: string) => lockName(tx, `agent handle ${handle}`);

/** Replaces the manifest. Returns false if the new handle belongs to another agent. */
export async function updateManifest(
  tx: Tx,
  agent: Omit<NewAgent, 'owner_user_id' | 'status' | 'created_at' | 'approval'>,
): Promise<boolean> {
  const update = sql`
    update agents
    set handle = ${agent.handle}, name = ${agent.name}, description = ${agent.description},
        transport = ${agent.transport}, webhook_url = ${agent.webhook_url}, access = ${agent.access},
        requested_scopes = ${JSON.stringify(agent.requested_scopes)}::jsonb,
        suggested_prompts = ${agent.suggested_prompts}::text[], homepage = ${agent.homepage},
        avatar_asset_id = ${agent.avatar_asset_id}
    where agent_id = ${agent.agent_id}
      and not exists (select from agents o where o.handle = ${agent.handle} and o.status <> 'deleted'
                      and o.agent_id <> ${agent.agent_id})
    returning agent_id`;
  const [, { rows }] = await Promise.all([lockHandle(tx, agent.handle), update.execute(tx)]);
  return rows.length === 1;
}

/** Finds agents by id, including deleted ones. Ids that do not exist are left out. */
export async function findAgents(db: Db | Tx, agentIds: readonly AgentId[]): Promise<AgentRow[]> {
  if (agentIds.length === 0) return [];
  const { rows } = await sql<AgentRow>`
    select ${agentColumns} from agents a where a.agent_id = any(${agentIds}::text[])`.execute(db);
  return rows;
}

/** Finds the agents in `agentIds`, a subquery of another concept. */
export async function findAgentsAmong(db: Db | Tx, agentIds: RawBuilder<AgentId>): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select ${agentColumns} from agents a where a.agent_id in ${agentIds}`.execute(db);
  return rows;
}

export async function findAgentsOfOwner(
  db: Db,
  list: { readonly ownerUserId: UserId; readonly below: string | null; readonly limit: number },
): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select ${agentColumns} from agents a
    where a.owner_user_id = ${list.ownerUserId} and a.status <> 'deleted'
      ${list.below === null ? sql`` : sql`and a.agent_id < ${list.below}`}
    order by a.agent_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Counts a person's agents. Locks their registrations, so that they run one at a time. */
export async function countOwnAgents(tx: Tx, ownerUserId: UserId): Promise<number> {
  const [, count] = await Promise.all([lockName(tx, `agents of ${ownerUserId}`), countAgentsOfOwner(tx, ownerUserId)]);
  return count;
}

export async function countAgentsOfOwner(tx: Tx, ownerUserId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agents where owner_user_id = ${ownerUserId} and status <> 'deleted'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Counts the agents of each of these people, without deleted ones. People without any are left out. */
export async function countAgentsOfEach(db: Db | Tx, ownerUserIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ owner_user_id: UserId; count: number }>`
    select owner_user_id, count(*)::int as count from agents
    where owner_user_id = any(${ownerUserIds}::text[]) and status <> 'deleted' group by owner_user_id`.execute(db);
  return new Map(rows.map((row) => [row.owner_user_id, row.count]));
}

/** Finds the agents that have this asset as their avatar. */
export async function findAgentsByAvatar(db: Db, assetId: AssetId): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select ${agentColumns} from agents a where a.avatar_asset_id = ${assetId} and a.status <> 'deleted'`.execute(db);
  return rows;
}

/**
 * Locks an agent's row, so that decisions about its status and its number of credentials run one at a time. Reads the
 * agent after the lock, because its credentials are in another table.
 */
export async function lockAgent(tx: Tx, agentId: AgentId): Promise<AgentRow | null> {
  const [, [agent]] = await Promise.all([
    sql`select from agents where agent_id = ${agentId} for update`.execute(tx),
    findAgents(tx, [agentId]),
  ]);
  return agent ?? null;
}

export async function updateStatus(
  tx: Tx,
  agentId: AgentId,
  status: AgentStatus,
  reason: string | null,
): Promise<void> {
  await sql`update agents set status = ${status}, status_reason = ${reason} where agent_id = ${agentId}`.execute(tx);
}

/** Returns whether another agent has this handle. Locks the handle. */
export async function isHandleTaken(tx: Tx, agentId: AgentId, handle: string): Promise<boolean> {
  await lockHandle(tx, handle);
  const { rows } = await sql`
    select from agents where handle = ${handle} and status <> 'deleted' and agent_id <> ${agentId}`.execute(tx);
  return rows.length > 0;
}

/**
 * Keeps a manifest that waits for approval beside the one in force; null if none waits any more. With `rejected`, an
 * administrator has rejected the one that waited; without, nothing stays of an earlier rejection.
 */
export async function putPendingManifest(
  tx: Tx,
  agentId: AgentId,
  manifest: Manifest | null,
  rejected: { readonly reason: string; readonly by: UserId } | null = null,
): Promise<void> {
  const text = manifest === null ? null : JSON.stringify(manifest);
  await sql`
    update agents
    set pending_manifest = ${text}::jsonb, rejected_reason = ${rejected?.reason ?? null},
        rejected_by = ${rejected?.by ?? null}
    where agent_id = ${agentId}`.execute(tx);
}

export async function setApproval(tx: Tx, agentId: AgentId, approval: AgentRow['approval']): Promise<void> {
  await sql`update agents set approval = ${approval} where agent_id = ${agentId}`.execute(tx);
}

/** Gives an agent another owner, who does not read why a manifest of the old one was rejected. */
export async function updateOwner(tx: Tx, agentId: AgentId, ownerUserId: UserId): Promise<void> {
  await sql`
    update agents set owner_user_id = ${ownerUserId}, rejected_reason = null, rejected_by = null
    where agent_id = ${agentId}`.execute(tx);
}

/** Returns an expression for a statement of another concept: the owner of this agent. */
export function ownerOf(agentId: RawBuilder<unknown>): RawBuilder<UserId> {
  return sql`(select o.owner_user_id from agents o where o.agent_id = ${agentId})`;
}

/** Returns whether this person has, or ever had, an agent. */
export async function ownsAnyAgent(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select exists (select from agents where owner_user_id = ${userId}) as owns`.execute(db);
  return rows[0]?.owns === true;
}

/**
 * Searches the agents that a person may use: their own, public ones, and those with access `request` that let them in.
 * Every word must match as a stemmed word or as a prefix. Without words, everything matches.
 */
export async function searchDirectory(
  db: Db,
  search: {
    readonly userId: UserId;
    readonly words: readonly string[];
    readonly offset: number;
    readonly limit: number;
  },
): Promise<AgentRow[]> {
  const { rows } = await sql<AgentRow>`
    select ${agentColumns}
    from agents a
    where a.status = 'live' and a.approval is null
      and exists (select from credentials c where c.agent_id = a.agent_id and c.revoked_at is null)
      and (a.access = 'public' or a.owner_user_id = ${search.userId}
           or (a.access = 'request' and exists (
                 select from access_requests r
                 where r.agent_id = a.agent_id and r.user_id = ${search.userId} and r.state = 'approved')))
      and ${matchesWords(search.words)}
    order by ${rankOf(search.words)} desc, a.agent_id
    limit ${search.limit} offset ${search.offset}`.execute(db);
  return rows;
}

/** Searches public live agents. Returns them with their rank. */
export async function searchPublic(
  db: Db,
  search: { readonly words: readonly string[]; readonly limit: number },
): Promise<(AgentRow & { readonly score: number })[]> {
  const { rows } = await sql<AgentRow & { score: number }>`
    select ${agentColumns}, ${rankOf(search.words)} as score
    from agents a
    where a.status = 'live' and a.access = 'public' and a.approval is null
      and exists (select from credentials c where c.agent_id = a.agent_id and c.revoked_at is null)
      and ${matchesWords(search.words)}
    order by score desc, a.agent_id
    limit ${search.limit}`.execute(db);
  return rows;
}

/** Returns whether this person may use this agent because their request was approved. */
export async function isLetIn(db: Db | Tx, agentId: AgentId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from access_requests
    where agent_id = ${agentId} and user_id = ${userId} and state = 'approved'`.execute(db);
  return rows.length === 1;
}

/** Lists the agents of an owner that are not deleted. */
export async function listAgentIds(db: Db, ownerUserId: UserId): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select agent_id from agents where owner_user_id = ${ownerUserId} and status <> 'deleted'`.execute(db);
  return rows.map((row) => row.agent_id);
}

/** Returns a condition for statements of other concepts: this agent was deleted. */
export function isGone(agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from agents g where g.agent_id = ${agentId} and g.status = 'deleted')`;
}

/** Returns a condition: this agent receives deliveries, because it is neither paused nor deleted. */
export function isInService(agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from agents g where g.agent_id = ${agentId} and g.status = 'live')`;
}

/**
 * Returns an expression for a statement of another concept: the status of this agent, by a scalar subquery that forces
 * an index lookup.
 */
export function statusOf(agentId: RawBuilder<unknown>): RawBuilder<AgentStatus> {
  return sql`(select g.status from agents g where g.agent_id = ${agentId})`;
}

/** Returns a condition: the agent is live and has this transport and webhook URL (null if the transport has none). */
export function isLiveAt(
  agentId: RawBuilder<unknown>,
  transport: RawBuilder<unknown>,
  webhookUrl: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(
    select g.transport = ${transport} and g.webhook_url is not distinct from ${webhookUrl}
    from agents g where g.agent_id = ${agentId} and g.status = 'live')`;
}

function matchesWords(words: readonly string[]) {
  const tests = words.map(
    (word) => sql`
      (a.search_words @@ plainto_tsquery('english', ${word})
       or a.search_prefixes @@ to_tsquery('simple', ${prefixQuery(word)}))`,
  );
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `);
}

function rankOf(words: readonly string[]) {
  const text = words.join(' ');
  const prefixes = words.map(prefixQuery).join(' | ');
  return words.length === 0
    ? sql`0::real`
    : sql`(ts_rank(a.search_words, plainto_tsquery('english', ${text}))
           + ts_rank(a.search_prefixes, to_tsquery('simple', ${prefixes})))`;
}

/** Returns a prefix query for a word. Words have only letters and digits, so they contain no operator. */
function prefixQuery(word: string): string {
  return `${word}:*`;
}
