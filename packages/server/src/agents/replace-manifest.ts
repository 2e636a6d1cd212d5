import type { AgentId, Manifest, UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import type { AgentRow } from './agent.ts';
import { judgeManifest, type JudgeAvatar } from './judge-manifest.ts';
import { ownAgent } from './own-agent.ts';
import { updateManifest } from './queries.ts';

/** Replaces an agent's manifest. Scopes that it newly requests stay ungranted until each member consents again. */
export async function replaceManifest(
  app: Pick<App, 'storage' | 'config' | 'hub'>,
  ownerUserId: UserId,
  agentId: AgentId,
  manifest: Manifest,
  judgeAvatar: JudgeAvatar,
): Promise<AgentRow> {
  const fields = judgeManifest(manifest, app.config);
  const agent = await app.storage.transaction(async (tx) => {
    const before = await ownAgent(tx, ownerUserId, agentId);
    if (fields.avatar_asset_id) await judgeAvatar(tx, fields.avatar_asset_id, [ownerUserId, agentId]);
    if (!(await updateManifest(tx, { ...fields, agent_id: agentId }))) {
      refuse('handle_taken', { path: '/manifest/handle' });
    }
    return { ...before, ...fields };
  });
  app.hub.publish([{ to: 'servers', type: 'agentChanged', agentId }]);
  return agent;
}
