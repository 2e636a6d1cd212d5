import type { AgentId, AssetId, UserId } from '@parley/protocol';
import { findAgentsByAvatar } from '../agents/queries.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { findMemberships } from './queries.ts';

/**
 * Returns whether this person may see an agent with this asset as its avatar. The asset must be an upload of that agent
 * or of its owner.
 */
export async function seesAvatar(
  db: Db,
  userId: UserId,
  assetId: AssetId,
  assetOwner: UserId | AgentId,
): Promise<boolean> {
  const agents = (await findAgentsByAvatar(db, assetId)).filter(
    (agent) => agent.owner_user_id === assetOwner || agent.agent_id === assetOwner,
  );
  if (agents.some((agent) => agent.access !== 'private' || agent.owner_user_id === userId)) return true;
  const pairs = agents.map(({ agent_id: agentId }) => ({ agentId, userId }));
  return pairs.length > 0 && (await findMemberships(db, pairs)).length > 0;
}
