import { isId, type AccessRequest, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { findUsers, type UserRow } from '../users/queries.ts';
import { ensureAccessRequest, resolveAccessRequest, type AccessRequestRow } from './access-request-queries.ts';
import { lockOwnedAgent } from './owned-agent.ts';
import { findAgents } from './queries.ts';

type AccessApp = Pick<Core, 'commit' | 'clock'>;

/** Asks an agent's owner to let a person use it. A repeated request changes nothing, even after a denial. */
export async function requestAccess(
  { commit, clock }: AccessApp,
  userId: UserId,
  agentId: string,
  note: string | null,
): Promise<AccessRequestRow> {
  return commit(async ({ tx, tell, audit }) => {
    const [agent] = isId('agent', agentId) ? await findAgents(tx, [agentId]) : [];
    if (!agent || agent.status === 'deleted') return refuse('agent_not_found');
    const isOwner = agent.owner_user_id === userId;
    if (agent.access === 'private' && !isOwner) refuse('agent_not_found');
    if (agent.access !== 'request' || isOwner) refuse('access_not_requestable');
    const created_at = new Date(clock.now());
    const asked = { agent_id: agent.agent_id, user_id: userId, note, created_at };
    const { row, isNew } = await ensureAccessRequest(tx, asked);
    if (isNew) {
      tell([agent.owner_user_id], 'membershipUpdated', { agentId: agent.agent_id });
      await audit('access.requested', { agentId: agent.agent_id });
    }
    return row;
  });
}

/**
 * Approves or denies a person's request. The owner may change the decision later; that affects conversations opened
 * afterwards.
 */
export async function resolveAccess(
  { commit, clock }: AccessApp,
  ownerUserId: UserId,
  of: { readonly agentId: string; readonly userId: string; readonly state: 'approved' | 'denied' },
): Promise<AccessRequest> {
  return commit(async ({ tx, tell, audit }) => {
    const agent = await lockOwnedAgent(tx, ownerUserId, of.agentId);
    const { userId: user_id, state } = of;
    if (!isId('user', user_id)) return refuse('access_request_not_found');
    const resolved = { agent_id: agent.agent_id, user_id, state, at: new Date(clock.now()) };
    const row = await resolveAccessRequest(tx, resolved);
    const [user] = await findUsers(tx, [user_id]);
    if (!row || !user) return refuse('access_request_not_found');
    tell([row.user_id, ownerUserId], 'membershipUpdated', { agentId: row.agent_id });
    await audit(state === 'approved' ? 'access.approved' : 'access.denied', {
      agentId: row.agent_id,
      memberId: user_id,
    });
    return presentAccessRequest(row, user);
  });
}

export function presentAccessRequest(
  row: AccessRequestRow,
  user: Pick<UserRow, 'handle' | 'display_name'>,
): AccessRequest {
  return {
    agentId: row.agent_id,
    userId: row.user_id,
    handle: user.handle,
    displayName: user.display_name,
    note: row.note,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
  };
}
