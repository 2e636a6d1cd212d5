import { sql } from 'kysely';
import type { AgentId, ConversationId, DeliveryId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { hasSilenced } from './queries.ts';

/** A scope that an agent needed and a person has not granted, or that the person chose not to be asked for. */
export interface ScopeAskRow {
  readonly agent_id: AgentId;
  readonly scope: string;
  readonly conversation_id: ConversationId | null;
  readonly tried_at: Date | null;
  readonly put_aside_at: Date | null;
}

/**
 * Records that an agent needed a scope that these people have not granted. Skips people who muted or blocked the agent,
 * and repeats with the same delivery. Returns the people that a row was written for.
 */
export async function noteTries(
  tx: Tx,
  tried: {
    readonly agentId: AgentId;
    readonly userIds: readonly UserId[];
    readonly scope: string;
    readonly conversationId: ConversationId;
    readonly deliveryId: DeliveryId | null;
    readonly now: Date;
  },
): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    insert into scope_asks as a (user_id, agent_id, scope, conversation_id, delivery_id, tried_at)
    select t.user_id, t.agent_id, ${tried.scope}, ${tried.conversationId}, ${tried.deliveryId}, ${tried.now}::timestamptz
    from memberships t
    where t.agent_id = ${tried.agentId} and t.user_id = any(${tried.userIds}::text[])
      and not ${tried.scope} = any(t.granted_scopes) and not ${hasSilenced(sql`t.user_id`, sql`t.agent_id`, tried.now)}
    order by t.user_id
    on conflict (user_id, agent_id, scope) do update
      set conversation_id = excluded.conversation_id, delivery_id = excluded.delivery_id,
          tried_at = excluded.tried_at, put_aside_at = null
      where a.delivery_id is distinct from excluded.delivery_id
    returning user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Records that a person does not want to be asked for these scopes now. */
export async function putAside(
  tx: Tx,
  aside: { readonly agentId: AgentId; readonly userId: UserId; readonly scopes: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql`
    insert into scope_asks (user_id, agent_id, scope, put_aside_at)
    select ${aside.userId}, ${aside.agentId}, s.scope, ${aside.now}::timestamptz
    from (select distinct scope from unnest(${aside.scopes}::text[]) as d (scope)) as s
    order by s.scope
    on conflict (user_id, agent_id, scope) do update set put_aside_at = excluded.put_aside_at`.execute(tx);
}

/** Lists all rows of a person. */
export async function listScopeAsks(db: Db, userId: UserId): Promise<ScopeAskRow[]> {
  const { rows } = await sql<ScopeAskRow>`
    select agent_id, scope, conversation_id, tried_at, put_aside_at from scope_asks where user_id = ${userId}`.execute(
    db,
  );
  return rows;
}
