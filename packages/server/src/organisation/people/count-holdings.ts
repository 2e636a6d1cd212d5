import type { UserId } from '@parley/protocol';
import { countAgentsOfEach } from '../../accounts/agents/queries.ts';
import { sumAssetBytesOfEach } from '../../accounts/assets/queries.ts';
import { countConversationsOfEach } from '../../chat/conversations/count-queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { findExternalIds } from '../scim/scim-queries.ts';
import type { Holdings } from './present.ts';

/** Reads what each of these people has on the server, with one statement for each kind. */
export async function countHoldings(db: Db | Tx, userIds: readonly UserId[]): Promise<(userId: UserId) => Holdings> {
  const [conversations, agents, bytes, externalIds] = await Promise.all([
    countConversationsOfEach(db, userIds),
    countAgentsOfEach(db, userIds),
    sumAssetBytesOfEach(db, userIds),
    findExternalIds(db, userIds),
  ]);
  return (userId) => ({
    conversations: conversations.get(userId) ?? 0,
    agents: agents.get(userId) ?? 0,
    assetBytes: bytes.get(userId) ?? 0,
    externalId: externalIds.get(userId) ?? null,
  });
}
