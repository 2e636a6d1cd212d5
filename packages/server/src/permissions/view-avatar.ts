import type { AgentId, AssetId, UserId } from '@parley/protocol';
import { findAgentsByAvatar } from '../agents/queries.ts';
import type { Db } from '../storage/storage.ts';
import { findMemberships } from './queries.ts';

/** Whether this person may see an agent that has this asset, an upload of its own or of its owner's, as its avatar. */
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
