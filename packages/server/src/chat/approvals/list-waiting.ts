import type {
  AgentId,
  UserId,
  WaitingAccess,
  WaitingConsent,
  WaitingForm,
  WaitingItem,
  WaitingTransfer,
} from '@parley/protocol';
import { listPendingAccessRequests } from '../../accounts/agents/access-request-queries.ts';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents, listAgentIds } from '../../accounts/agents/queries.ts';
import { listTransfersTo } from '../../accounts/agents/transfer-queries.ts';
import type { App } from '../conversations/app.ts';
import { findNewestConversations, findOwnConversationIds } from '../conversations/queries.ts';
import { findAnsweredForms } from '../forms/form-answer-queries.ts';
import { unseenMessages } from '../notifications/queries.ts';
import { findFormMessages } from '../transcript/form-message-queries.ts';
import { listMemberships, type MembershipRow } from '../../accounts/permissions/queries.ts';
import { listScopeAsks, type ScopeAskRow } from '../../accounts/permissions/scope-ask-queries.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { findUsers } from '../../accounts/users/queries.ts';

/** Most items of each kind. */
const listedMax = 200;
const agentsMax = 1000;

/** Lists what waits for a person's decision besides approvals, oldest first. */
export async function listWaiting({ storage: { db } }: Pick<App, 'storage'>, userId: UserId): Promise<WaitingItem[]> {
  const kinds = await Promise.all([
    waitingForms(db, userId),
    waitingConsents(db, userId),
    waitingAccess(db, userId),
    waitingTransfers(db, userId),
  ]);
  const at = ({ askedAt }: WaitingItem) => (askedAt === null ? Infinity : Date.parse(askedAt));
  return kinds.flat().sort((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)));
}

async function waitingForms(db: Db, userId: UserId): Promise<WaitingForm[]> {
  const messages = await findFormMessages(db, userId, unseenMessages(userId), listedMax);
  const messageIds = messages.map((row) => row.message_id);
  const answered = new Set(
    (await findAnsweredForms(db, userId, messageIds)).map((row) => `${row.message_id} ${row.form_id}`),
  );
  return messages.flatMap((row) =>
    row.blocks.flatMap((block) => {
      if (block.type !== 'form' || answered.has(`${row.message_id} ${block.form_id}`)) return [];
      return [
        {
          kind: 'form' as const,
          conversationId: row.conversation_id,
          messageId: row.message_id,
          formId: block.form_id,
          agentId: row.author_id as AgentId,
          askedAt: row.created_at.toISOString(),
        },
      ];
    }),
  );
}

async function waitingConsents(db: Db, userId: UserId): Promise<WaitingConsent[]> {
  const memberships = await listMemberships(db, userId, agentsMax);
  const asks = await listScopeAsks(db, userId);
  const ids = memberships.map((row) => row.agent_id);
  const agents = new Map((await findAgents(db, ids)).map((agent) => [agent.agent_id, agent]));
  const open = memberships.flatMap((membership) => {
    const agent = agents.get(membership.agent_id);
    if (!agent || agent.status === 'deleted') return [];
    const own = asks.filter((ask) => ask.agent_id === membership.agent_id);
    const scopes = openScopes(agent, membership, own);
    return scopes.length === 0 ? [] : [{ membership, own, scopes }];
  });
  const conversations = await findNewestConversations(
    db,
    userId,
    open.map(({ membership }) => membership.agent_id),
  );
  const triedIn = await findOwnConversationIds(
    db,
    userId,
    open.flatMap(({ own }) => own.flatMap(({ conversation_id: id }) => id ?? [])),
  );
  return open.slice(0, listedMax).flatMap(({ membership, own, scopes }) => {
    const conversation = conversations.get(membership.agent_id);
    // Without a shared conversation there is nothing to decide.
    if (conversation === undefined) return [];
    const tried = own.find(({ put_aside_at: aside, conversation_id: id }) => !aside && id && triedIn.has(id));
    const times = scopes.flatMap(({ triedAt }) => triedAt ?? []).sort();
    return [
      {
        kind: 'consent' as const,
        agentId: membership.agent_id,
        conversationId: tried?.conversation_id ?? conversation,
        isFirst: membership.consented_scopes === null,
        scopes,
        askedAt: times[0] ?? null,
      },
    ];
  });
}

/**
 * Returns the scopes that the agent requests and the person has not decided on, or that it needed without a grant.
 * Leaves out scopes that the person does not want to be asked for.
 */
function openScopes(
  agent: AgentRow,
  { granted_scopes: granted, consented_scopes: consented }: MembershipRow,
  asks: readonly ScopeAskRow[],
): WaitingConsent['scopes'] {
  return agent.requested_scopes.flatMap(({ scope, reason }) => {
    const ask = asks.find((each) => each.scope === scope);
    const isUndecided = !(consented ?? []).includes(scope);
    if (granted.includes(scope) || ask?.put_aside_at || !(isUndecided || ask)) return [];
    return [{ scope, reason, triedAt: ask?.tried_at?.toISOString() ?? null }];
  });
}

async function waitingAccess(db: Db, userId: UserId): Promise<WaitingAccess[]> {
  const rows = await listPendingAccessRequests(db, await listAgentIds(db, userId), listedMax);
  const people = await findUsers(
    db,
    rows.map((row) => row.user_id),
  );
  const users = new Map(people.map((user) => [user.user_id, user]));
  return rows.flatMap((row) => {
    const user = users.get(row.user_id);
    if (!user) return [];
    return [
      {
        kind: 'access' as const,
        agentId: row.agent_id,
        userId: row.user_id,
        handle: user.handle,
        displayName: user.display_name,
        note: row.note,
        askedAt: row.created_at.toISOString(),
      },
    ];
  });
}

async function waitingTransfers(db: Db, userId: UserId): Promise<WaitingTransfer[]> {
  const rows = await listTransfersTo(db, userId, listedMax);
  return rows.map((row) => ({
    kind: 'transfer' as const,
    agentId: row.agent_id,
    agentHandle: row.agent_handle,
    agentName: row.agent_name,
    userId: row.from_user_id,
    handle: row.from_handle,
    displayName: row.from_name,
    askedAt: row.created_at.toISOString(),
  }));
}
