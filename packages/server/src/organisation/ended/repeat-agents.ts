import { isId, type AgentId, type UserId } from '@parley/protocol';
import { resolveAccessRequest } from '../../accounts/agents/access-request-queries.ts';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { putStatus } from '../../accounts/agents/change-status.ts';
import { lockAgent } from '../../accounts/agents/queries.ts';
import { findMembership, upsertGrants, upsertPreferences } from '../../accounts/permissions/queries.ts';
import { insertBlock } from '../../accounts/users/block-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import type { App } from '../../chat/conversations/app.ts';
import { lockConversations } from '../../chat/conversations/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { isIn, takeOut } from '../../chat/members/change-members.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import { suspend } from '../agents/change-agent.ts';
import { handOver, type EraseModel } from '../agents/hand-over.ts';
import { endDealingsAlso, endStay, endWithdrawn, withdrawAlso } from './end-dependents.ts';
import type { Ended } from './ended-file.ts';
import { lockPerson } from './repeat-people.ts';

/** Suspends an agent again. Its reason is not kept with what ended. */
export async function repeatSuspension(app: App, work: TranscriptWork, id: string): Promise<void> {
  const agent = await lockEndedAgent(work, id);
  if (agent !== null && agent.suspension?.cause !== 'admin')
    await suspend(work, app, agent, { by: null, reason: null });
}

/** Pauses or deletes an agent again. */
export async function repeatStatus(
  app: App & { readonly eraseModel: EraseModel },
  work: TranscriptWork,
  id: string,
  status: 'paused' | 'deleted',
): Promise<void> {
  const agent = await lockEndedAgent(work, id);
  if (agent === null) return;
  await putStatus(work, agent.agent_id, status, dropDrafts, async (tx, agentId) => {
    await app.eraseModel(tx, agentId);
    return endGrants(tx, { agentId }, 'agent_deleted', new Date(app.clock.now()));
  });
}

/**
 * Gives an agent to its owner of after the backup again. If they are not in the backup, or disabled, the agent is suspended, so that its
 * old owner cannot act with it.
 */
export async function repeatTransfer(
  app: App & { readonly eraseModel: EraseModel },
  work: TranscriptWork,
  { id, of = '' }: Ended,
): Promise<void> {
  const owner = await lockPerson(work, of);
  const agent = await lockEndedAgent(work, id);
  if (agent === null || agent.owner_user_id === of) return;
  if (owner?.status !== 'active' || agent.approval !== null) return repeatSuspension(app, work, id);
  await handOver(work, app, agent, { toUserId: owner.user_id, by: owner.user_id });
}

/** Blocks an agent or a person again, for who had blocked it. */
export async function repeatBlock(app: App, work: TranscriptWork, { id, of = '' }: Ended): Promise<void> {
  const { tx, signal } = work;
  const now = new Date(app.clock.now());
  if (isId('agent', id)) {
    if ((await lockPerson(work, of)) === null || (await lockEndedAgent(work, id)) === null) return;
    const pair = { agentId: id, userId: of as UserId };
    signal(await endDealingsAlso(tx, pair.agentId, pair.userId, now));
    await upsertPreferences(tx, { ...pair, blocked: true });
    return;
  }
  const other = await lockPerson(work, id);
  const blocker = await lockPerson(work, of);
  if (other !== null && blocker !== null) await insertBlock(tx, blocker.user_id, other.user_id, now);
}

/** Withdraws again the scopes that were left out, from one person's grants to an agent or from all of them. */
export async function repeatNarrowing(app: App, work: TranscriptWork, { id, of, scopes = [] }: Ended): Promise<void> {
  const { tx, signal } = work;
  const agent = await lockEndedAgent(work, id);
  if (agent === null) return;
  const { agent_id: agentId } = agent;
  if (of === undefined) return void (await withdrawAlso(app)(work, agentId, scopes));
  const row = isId('user', of) ? await findMembership(tx, agentId, of) : null;
  if (row === null) return;
  const now = new Date(app.clock.now());
  const kept = row.granted_scopes.filter((scope) => scopes.includes(scope));
  const requested = row.consented_scopes ?? kept;
  await upsertGrants(tx, { agentId, userId: row.user_id, scopes: kept, requested, now });
  signal(await endWithdrawn(tx, { agentId, userId: row.user_id, butScopes: kept }, 'scope_withdrawn', now));
}

/** Refuses a person the use of an agent again. */
export async function repeatDenial(app: App, work: TranscriptWork, { id, of = '' }: Ended): Promise<void> {
  const agent = await lockEndedAgent(work, id);
  if (agent === null || !isId('user', of)) return;
  const { agent_id } = agent;
  await resolveAccessRequest(work.tx, { agent_id, user_id: of, state: 'denied', at: new Date(app.clock.now()) });
}

/** Takes a person or an agent out of a conversation again. */
export async function repeatLeaving(app: App, work: TranscriptWork, { id, of = '' }: Ended): Promise<void> {
  const [room] = isId('conversation', id) ? await lockConversations(work.tx, [id]) : [];
  if (room !== undefined && isIn(room, of)) await takeOut(app, work, room, of, endStay(app));
}

/** Locks an agent. Returns null if it is not in the backup, or deleted. */
export async function lockEndedAgent({ tx }: Pick<TranscriptWork, 'tx'>, id: string): Promise<AgentRow | null> {
  const agent = isId('agent', id) ? await lockAgent(tx, id satisfies AgentId) : null;
  return agent?.status === 'deleted' ? null : agent;
}
