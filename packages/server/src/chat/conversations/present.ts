import type { AgentId, AgentMember, ListedConversation, Member, UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { presentPerson } from '../../accounts/users/present.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { requireMember } from './require-member.ts';
import type { MemberConversationRow } from './queries.ts';
import { findMessagesDays } from './retention-queries.ts';

/** Presents conversations for one of their people, with the names of their members. */
export async function presentConversations(
  db: Db | Tx,
  conversations: readonly MemberConversationRow[],
  viewer: UserId,
): Promise<ListedConversation[]> {
  const agentIds = conversations
    .map((conversation) => conversation.agent_id)
    .filter((id): id is AgentId => id !== null);
  const agents = new Map((await findAgents(db, [...new Set(agentIds)])).map((row) => [row.agent_id, row]));
  const userIds = [...new Set(conversations.flatMap((conversation) => conversation.people))];
  const users = new Map((await findUsers(db, userIds)).map((row) => [row.user_id, row]));
  const messagesDays = await findMessagesDays(
    db,
    conversations.map((conversation) => conversation.conversation_id),
  );
  return conversations.map((conversation) => {
    const agent = conversation.agent_id === null ? undefined : agents.get(conversation.agent_id);
    const others = conversation.people.flatMap((id) => (id === viewer ? [] : (users.get(id) ?? [])));
    return {
      conversationId: conversation.conversation_id,
      kind: conversation.kind,
      title: conversation.title,
      agentMembers: agent ? [presentAgentMember(agent)] : [],
      userMembers: others.map(presentPerson),
      creatorUserId: conversation.creator_user_id,
      createdAt: conversation.created_at.toISOString(),
      lastMessage:
        conversation.last_message_at === null
          ? null
          : {
              seq: conversation.last_seq,
              preview: conversation.last_preview ?? '',
              createdAt: conversation.last_message_at.toISOString(),
            },
      unreadCount: Math.max(0, conversation.last_seq - conversation.read_seq - conversation.silent_unread),
      readSeq: conversation.read_seq,
      muted: conversation.muted,
      notify: conversation.notify,
      mutedUntil: conversation.muted_until?.toISOString() ?? null,
      agentStatus: agent?.status ?? null,
      agentHears: conversation.agent_hears,
      pinned: conversation.pinned,
      archived: conversation.archived,
      messagesDays: messagesDays(conversation.conversation_id),
    };
  });
}

/** Presents one conversation as `{item}` for one of its people. */
export async function presentConversation(
  db: Db | Tx,
  userId: UserId,
  conversationId: string,
): Promise<{ item: ListedConversation }> {
  const [item] = await presentConversations(db, [await requireMember(db, userId, conversationId)], userId);
  return item ? { item } : refuse('conversation_not_found');
}

/** Returns the members of a conversation with their ids: its agent first, then its people. */
export async function presentMembers(
  db: Db | Tx,
  conversation: MemberConversationRow,
): Promise<{ readonly id: string; readonly member: Member }[]> {
  const agents = conversation.agent_id === null ? [] : await findAgents(db, [conversation.agent_id]);
  const users = new Map((await findUsers(db, conversation.people)).map((row) => [row.user_id, row]));
  return [
    ...agents.map((agent) => ({ id: agent.agent_id, member: presentAgentMember(agent) })),
    ...conversation.people.flatMap((id) => {
      const user = users.get(id);
      return user ? [{ id, member: presentPerson(user) }] : [];
    }),
  ];
}

function presentAgentMember({ agent_id: agentId, handle, name, avatar_asset_id: picture }: AgentRow): AgentMember {
  return { agentId, handle, name, ...(picture !== null && { avatarAssetId: picture }) };
}
