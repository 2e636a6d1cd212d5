import type { AgentId, AgentStatus, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { lockOwnedAgent } from './owned-agent.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { updateStatus } from './queries.ts';
import { isSuspended, keepPaused } from './suspension-queries.ts';

/**
 * Drops an agent's drafts and returns the signals to publish. Passed in, because messages belong to a folder further
 * right.
 */
export type DropDrafts = (tx: Tx, which: { readonly agentId: AgentId }) => Promise<Signal[]>;

/** Ends the standing grants of a deleted agent and returns the signals to publish. Passed in for the same reason. */
export type EndStandingOfDeleted = (tx: Tx, agentId: AgentId) => Promise<Signal[]>;

const changes = { paused: 'agent.paused', live: 'agent.resumed', deleted: 'agent.deleted' } as const;

/**
 * Pauses, resumes or deletes an agent, and drops its drafts (on resume too, because a reply in progress during the
 * pause may have left one). The queued deliveries of a paused agent wait and its streams close; those of a deleted one
 * fail. The engines learn of it by the signal or their next sweep. A suspended agent cannot be resumed.
 */
export async function changeStatus(
  { commit }: Pick<Core, 'commit'>,
  ownerUserId: UserId,
  agentId: string,
  status: AgentStatus,
  dropDrafts: DropDrafts,
  endStanding: EndStandingOfDeleted,
): Promise<AgentRow> {
  return commit(async ({ tx, signal, audit }) => {
    const before = await lockOwnedAgent(tx, ownerUserId, agentId);
    if (status === 'live' && (await isSuspended(tx, before.agent_id))) refuse('agent_suspended');
    await putStatus({ tx, signal, audit }, before.agent_id, status, dropDrafts, endStanding);
    return { ...before, status, status_reason: null };
  });
}

/** Gives a locked agent a status, for `changeStatus` and its repetition after a restore. */
export async function putStatus(
  { tx, signal, audit }: Pick<Work, 'tx' | 'signal' | 'audit'>,
  agentId: AgentId,
  status: AgentStatus,
  dropDrafts: DropDrafts,
  endStanding: EndStandingOfDeleted,
): Promise<void> {
  if (status === 'paused') await keepPaused(tx, agentId);
  await updateStatus(tx, agentId, status, null);
  signal([{ to: 'servers', type: 'agentChanged', agentId }]);
  signal(await dropDrafts(tx, { agentId }));
  if (status === 'deleted') signal(await endStanding(tx, agentId));
  await audit(changes[status], { agentId });
}
