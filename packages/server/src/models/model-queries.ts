import { sql } from 'kysely';
import type { AgentId } from '@parley/protocol';
import { statusOf } from '../accounts/agents/queries.ts';
import { isRegistered } from '../engine/deliveries/live-node-queries.ts';
import type { Db, Tx } from '../platform/storage/storage.ts';
import type { ModelChoice, ModelRow, StoredState } from './model.ts';

export async function insertModel(tx: Tx, agentId: AgentId, choice: ModelChoice, now: Date): Promise<ModelRow> {
  const { rows } = await sql<ModelRow>`
    insert into agent_models (agent_id, offer_id, url, sealed_key, key_id, model, instructions, tools, images,
                              price_input, price_output, currency, revision, created_at, state, state_at)
    values (${agentId}, ${choice.offer_id}, ${choice.url}, ${choice.sealed_key}, ${choice.key_id}, ${choice.model},
            ${choice.instructions}, ${choice.tools}::text[], ${choice.images}, ${choice.price_input},
            ${choice.price_output}, ${choice.currency}, 1, ${now}, 'waiting', ${now})
    returning *`.execute(tx);
  return only(rows);
}

export async function findModel(db: Db | Tx, agentId: AgentId): Promise<ModelRow | null> {
  const { rows } = await sql<ModelRow>`select * from agent_models where agent_id = ${agentId}`.execute(db);
  return rows[0] ?? null;
}

/** Replaces what the owner chose. The server that runs the model starts it again. */
export async function updateModel(tx: Tx, agentId: AgentId, choice: ModelChoice): Promise<ModelRow> {
  const { rows } = await sql<ModelRow>`
    update agent_models
    set offer_id = ${choice.offer_id}, url = ${choice.url}, sealed_key = ${choice.sealed_key},
        key_id = ${choice.key_id}, model = ${choice.model}, instructions = ${choice.instructions},
        tools = ${choice.tools}::text[], images = ${choice.images}, price_input = ${choice.price_input},
        price_output = ${choice.price_output}, currency = ${choice.currency}, revision = revision + 1, state_at = now(),
        state = case when held_by is null then 'waiting' else 'starting' end, failure_kind = null, failure_message = null,
        failure_at = null
    where agent_id = ${agentId} returning *`.execute(tx);
  return only(rows);
}

/** Deletes an agent's model. Returns false if it has none. */
export async function deleteModel(tx: Tx, agentId: AgentId): Promise<boolean> {
  const { rows } = await sql`delete from agent_models where agent_id = ${agentId} returning agent_id`.execute(tx);
  return rows.length === 1;
}

/** Returns whether anybody has added a model. */
export async function hasModels(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select exists (select from agent_models) as there`.execute(db);
  return rows[0]?.there === true;
}

/**
 * Takes at most `limit` models of live agents that no living server holds. Another server that claims at the same time
 * skips the rows that this one has locked.
 */
export async function claimModels(db: Db, nodeId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    update agent_models m set held_by = ${nodeId}, state = 'starting', state_at = now()
    from (
      select agent_id from agent_models f
      where (f.held_by is null or not ${isRegistered(sql`f.held_by`)}) and ${statusOf(sql`f.agent_id`)} = 'live'
      order by agent_id limit ${limit} for update skip locked
    ) free
    where m.agent_id = free.agent_id returning m.agent_id`.execute(db);
  return rows.length;
}

/** Returns the models that this server holds and whose agents are live, and gives back those of other agents. */
export async function findHeld(db: Db, nodeId: string): Promise<ModelRow[]> {
  const [, { rows }] = await Promise.all([
    sql`
      update agent_models m set held_by = null, state = 'waiting', state_at = now()
      where m.held_by = ${nodeId} and ${statusOf(sql`m.agent_id`)} <> 'live'`.execute(db),
    sql<ModelRow>`
      select m.* from agent_models m
      where m.held_by = ${nodeId} and ${statusOf(sql`m.agent_id`)} = 'live' order by m.agent_id`.execute(db),
  ]);
  return rows;
}

/** Gives back all models of a server that stops. */
export async function releaseModels(db: Db, nodeId: string, now: Date): Promise<void> {
  await sql`
    update agent_models set held_by = null, state = 'waiting', state_at = ${now}
    where held_by = ${nodeId}`.execute(db);
}

export interface NotedState {
  readonly state: StoredState;
  /** Undefined leaves the failure as it is; null ends it. */
  readonly failure?: { readonly kind: string; readonly message: string } | null;
}

/** Notes what a model does, as long as this server holds it. */
export async function noteState(
  db: Db,
  { agentId, nodeId }: { readonly agentId: AgentId; readonly nodeId: string },
  { state, failure }: NotedState,
  now: Date,
): Promise<void> {
  const failed = failure ?? null;
  const failures =
    failure === undefined
      ? sql``
      : sql`, failure_kind = ${failed?.kind ?? null}, failure_message = ${failed?.message ?? null},
              failure_at = ${failed === null ? null : now}`;
  await sql`
    update agent_models
    set state = ${state}, state_at = case when state = ${state} then state_at else ${now}::timestamptz end ${failures}
    where agent_id = ${agentId} and held_by = ${nodeId}`.execute(db);
}

/** Returns sealed keys, after a given id, that are sealed with another key than `keyId`. */
export async function findKeysSealedOtherwise(
  db: Db,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Pick<ModelRow, 'agent_id' | 'sealed_key' | 'key_id'>[]> {
  const { rows } = await sql<Pick<ModelRow, 'agent_id' | 'sealed_key' | 'key_id'>>`
    select agent_id, sealed_key, key_id from agent_models
    where sealed_key is not null and key_id <> ${keyId} and agent_id > ${after}
    order by agent_id limit ${limit}`.execute(db);
  return rows;
}

/** Replaces a sealed key, unless it was replaced since. */
export async function replaceSealedKey(
  db: Db,
  { agentId, oldKeyId, keyId, sealed }: Readonly<{ agentId: AgentId; oldKeyId: string; keyId: string; sealed: Buffer }>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update agent_models set sealed_key = ${sealed}, key_id = ${keyId}
    where agent_id = ${agentId} and key_id = ${oldKeyId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function only(rows: readonly ModelRow[]): ModelRow {
  const [row] = rows;
  if (row === undefined) throw new Error('The model of this agent is gone.');
  return row;
}
