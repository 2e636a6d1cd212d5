import type { AgentId, ListedConversation, Member, UserId } from '@parley/protocol';
import { findAgents } from '../agents/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { presentPerson } from '../users/present.ts';
import { findUsers } from '../users/queries.ts';
import { ownRoom } from './own-room.ts';
import type { OwnRoomRow } from './queries.ts';

/** Rooms as one of their people sees them, with the names of who is in them. */
export async function presentRooms(
  db: Db | Tx,
  rooms: readonly OwnRoomRow[],
  viewer: UserId,
): Promise<ListedConversation[]> {
  const agentIds = rooms.map((room) => room.agent_id).filter((id): id is AgentId => id !== null);
  const agents = new Map((await findAgents(db, [...new Set(agentIds)])).map((row) => [row.agent_id, row]));
  const userIds = [...new Set(rooms.flatMap((room) => room.people))];
  const users = new Map((await findUsers(db, userIds)).map((row) => [row.user_id, row]));
  return rooms.map((room) => {
    const agent = room.agent_id === null ? undefined : agents.get(room.agent_id);
    const others = room.people.flatMap((id) => (id === viewer ? [] : (users.get(id) ?? [])));
    return {
      conversationId: room.conversation_id,
      kind: room.kind,
      title: room.title,
      agentMembers: agent ? [{ agentId: agent.agent_id, handle: agent.handle, name: agent.name }] : [],
      userMembers: others.map(presentPerson),
      creatorUserId: room.creator_user_id,
      createdAt: room.created_at.toISOString(),
      lastMessage:
        room.last_message_at === null
          ? null
          : { seq: room.last_seq, preview: room.last_preview ?? '', createdAt: room.last_message_at.toISOString() },
      unreadCount: Math.max(0, room.last_seq - room.read_seq),
      readSeq: room.read_seq,
      muted: room.muted,
      notify: room.notify,
      mutedUntil: room.muted_until?.toISOString() ?? null,
      agentStatus: agent?.status ?? null,
    };
  });
}

/** A room as `{item}` for one of its people. */
export async function presentRoom(
  db: Db | Tx,
  userId: UserId,
  conversationId: string,
): Promise<{ item: ListedConversation }> {
  const [item] = await presentRooms(db, [await ownRoom(db, userId, conversationId)], userId);
  return item ? { item } : refuse('conversation_not_found');
}

/** Who is in a room, each with the id that names them there: its agent first, then its people. */
export async function presentMembers(
  db: Db | Tx,
  room: OwnRoomRow,
): Promise<{ readonly id: string; readonly member: Member }[]> {
  const agents = room.agent_id === null ? [] : await findAgents(db, [room.agent_id]);
  const users = new Map((await findUsers(db, room.people)).map((row) => [row.user_id, row]));
  return [
    ...agents.map(({ agent_id: agentId, handle, name }) => ({ id: agentId, member: { agentId, handle, name } })),
    ...room.people.flatMap((id) => {
      const user = users.get(id);
      return user ? [{ id, member: presentPerson(user) }] : [];
    }),
  ];
}
