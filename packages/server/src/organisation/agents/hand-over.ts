import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { revokeCredentialsOf } from '../../accounts/agents/credential-queries.ts';
import { countOwnAgents, updateOwner } from '../../accounts/agents/queries.ts';
import { deleteTransfer } from '../../accounts/agents/transfer-queries.ts';
import { releaseAgent } from '../../accounts/agents/suspension-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { MailApp } from '../mail/mail-notice.ts';
import { tellOf } from '../notices/tell-of.ts';

/** Deletes the model that the server runs for an agent. Passed in, because models are a floor below. */
export type EraseModel = (tx: Tx, agentId: AgentRow['agent_id']) => Promise<unknown>;

export type HandOverApp = Pick<Core, 'clock' | 'config'> & MailApp & { readonly eraseModel: EraseModel };

/**
 * Gives a locked agent another owner. Nothing that the old owner could act with stays: credentials end, standing grants
 * become invalid, and a model goes with its key. An administrator's suspension stays; the one of a disabled owner ends.
 * The caller has locked the number of the new owner's agents by `requireRoom`.
 */
export async function handOver(
  work: Work,
  app: HandOverApp,
  agent: AgentRow,
  { toUserId, by }: { readonly toUserId: UserId; readonly by: UserId },
): Promise<void> {
  const { tx, signal, audit } = work;
  const { agent_id: agentId, owner_user_id: fromUserId } = agent;
  // Its conversations hold its owner alone, who would be the old one.
  if (agent.approval !== null) refuse('agent_pending');
  const now = new Date(app.clock.now());
  await updateOwner(tx, agentId, toUserId);
  await deleteTransfer(tx, agentId);
  for (const credentialId of await revokeCredentialsOf(tx, agentId, now))
    await audit('credential.revoked', { agentId, credentialId });
  await app.eraseModel(tx, agentId);
  await releaseAgent(tx, agentId, 'owner_disabled');
  signal(await endGrants(tx, { agentId }, 'owner_changed', now));
  signal(await dropDrafts(tx, { agentId }));
  signal([{ to: 'servers', type: 'agentChanged', agentId }]);
  work.tell([fromUserId, toUserId], 'membershipUpdated', { agentId });
  await tellOf(work, app, [fromUserId, toUserId], { kind: 'agent_transferred', by });
  await audit('agent.transferred', { agentId, fromUserId, toUserId });
}

/** Refuses with `quota_exceeded` if a person has as many agents as one may have. Locks their number. */
export async function requireRoom(tx: Tx, { config }: Pick<Core, 'config'>, userId: UserId): Promise<void> {
  const { agentsMax } = config;
  if ((await countOwnAgents(tx, userId)) >= agentsMax)
    refuse('quota_exceeded', { hint: `A person may have ${agentsMax} agents, and this one has as many.` });
}
