import { isId, type AgentId, type MessageAuthor, type Page, type RoomFile, type UserId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { AssetOwner, AssetRow } from '../../../accounts/assets/asset.ts';
import { presentAsset } from '../../../accounts/assets/present.ts';
import { pageOfConversationFiles } from '../../../accounts/assets/queries.ts';
import { requireMember } from '../../conversations/require-member.ts';
import type { JsonText } from '../../../platform/routing/json-text.ts';
import { pageOf, readTimeCursor } from '../../../platform/routing/pages.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import { findUsers } from '../../../accounts/users/queries.ts';

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Returns a page of the files shown in a conversation to one of its members, newest upload first. */
export async function listFiles(
  { storage: { db } }: Pick<App, 'storage'>,
  userId: UserId,
  conversationId: string,
  { limit, cursor }: Query,
): Promise<JsonText<Page<RoomFile>>> {
  const below = readTimeCursor(cursor);
  const conversation = await requireMember(db, userId, conversationId);
  const rows = await pageOfConversationFiles(db, {
    conversationId: conversation.conversation_id,
    below,
    limit: limit + 1,
  });
  const owners = await ownersOf(db, rows);
  return pageOf(rows, {
    limit,
    key: (row) => [row.created_at.toISOString(), row.asset_id],
    present: (row) => ({ ...presentAsset(row), owner: owners(row.owner_id) }),
  });
}

/** Returns a function that names the uploader of a file. */
async function ownersOf(db: Db, rows: readonly AssetRow[]): Promise<(owner: AssetOwner) => MessageAuthor> {
  const ids = [...new Set(rows.map((row) => row.owner_id))];
  const [agents, users] = await Promise.all([
    findAgents(
      db,
      ids.filter((id): id is AgentId => isId('agent', id)),
    ),
    findUsers(
      db,
      ids.filter((id): id is UserId => isId('user', id)),
    ),
  ]);
  const names = new Map<string, string>([
    ...agents.map((agent) => [agent.agent_id, agent.name] as const),
    ...users.map((user) => [user.user_id, user.display_name] as const),
  ]);
  return (id) => {
    const type = isId('agent', id) ? 'agent' : 'user';
    return { type, id, name: names.get(id) ?? (type === 'agent' ? 'Agent' : 'Someone') };
  };
}
