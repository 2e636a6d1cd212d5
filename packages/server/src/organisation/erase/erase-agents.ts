import { randomBytes } from 'node:crypto';
import { eraseAgent } from '../../accounts/agents/erase-queries.ts';
import { findAgentToErase, replaceAgentName } from '../../accounts/agents/erase-person-queries.ts';
import { lockAgent, updateStatus } from '../../accounts/agents/queries.ts';
import { eraseMembershipsOf } from '../../accounts/permissions/erase-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import { eraseEvidenceOf } from '../reports/report-queries.ts';
import { batch, type Erasing } from './erase-batch.ts';

/**
 * Deletes and erases the agents that the person owns. What they said in conversations of others stays, under another name. An agent
 * that was handed over has another owner by now.
 */
export async function eraseAgents(erasing: Erasing): Promise<void> {
  while (await eraseOne(erasing));
}

function eraseOne(erasing: Erasing): Promise<boolean> {
  const { app, userId, eraseModel } = erasing;
  return batch(erasing, async ({ tx, signal, audit }) => {
    const agentId = await findAgentToErase(tx, userId);
    const agent = agentId === null ? null : await lockAgent(tx, agentId);
    if (agentId === null || agent === null) return false;
    const now = new Date(app.clock.now());
    if (agent.status !== 'deleted') {
      await updateStatus(tx, agentId, 'deleted', null);
      await audit('agent.deleted', { agentId });
    }
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
    signal(await dropDrafts(tx, { agentId }));
    signal(await endGrants(tx, { agentId }, 'agent_deleted', now));
    await eraseModel(tx, agentId);
    await eraseEvidenceOf(tx, agentId);
    await eraseMembershipsOf(tx, agentId);
    await eraseAgent(tx, agentId, now);
    await replaceAgentName(tx, agentId, `deleted-${randomBytes(6).toString('hex')}`);
    return true;
  });
}
