import type { Conversation, ConversationId, ListedConversation } from '@parley/protocol';
import { useConversations } from '../../api/conversations.ts';
import { useFirstWords } from '../../api/first-words.ts';
import { roomWords } from '../../words/rooms.ts';

type Members = Pick<Conversation, 'agentMembers' | 'userMembers'>;
type Titled = Members & Pick<ListedConversation, 'title'>;

/** Returns the names of the other members of a room, the agent first. */
export function roomNames(room: Members): string {
  const names = [
    ...room.agentMembers.map(({ name }) => name),
    ...room.userMembers.map(({ displayName }) => displayName),
  ];
  if (names.length === 0) return roomWords.onlyYou;
  if (names.length <= 3) return names.join(', ');
  return roomWords.namesAndMore(names.slice(0, 2).join(', '), names.length - 2);
}

/** Returns a room's title, or the names of its members if it has none. */
export function roomTitle(room: Titled): string {
  return room.title ?? roomNames(room);
}

/** Returns a room's title. Appends its first words if another unnamed room has the same members. */
export function useRoomTitle(room: ListedConversation): string {
  const { data: rooms } = useConversations();
  return useTitleAmong(room, rooms !== undefined && alikeAmong(rooms).has(room.conversationId));
}

/** Does the same when the caller knows whether another room has the same members. */
export function useTitleAmong(room: ListedConversation, isAlike: boolean): string {
  const words = useFirstWords(isAlike && room.lastMessage !== null ? room.conversationId : null);
  return isAlike && words !== null ? `${roomNames(room)} · ${words}` : roomTitle(room);
}

/** Returns the handles of a room's members. An agent and a person may have the same handle, so the agent is marked as one. */
export function roomMembers(room: Members): string {
  const agents = room.agentMembers.map(({ handle }) => roomWords.agentHandle(handle));
  const people = room.userMembers.map(({ handle }) => `@${handle}`);
  return [...agents, ...people, roomWords.you].join(' · ');
}

/** Further rooms are not distinguished, because each takes a request. */
const toldApart = 40;
const known = new WeakMap<readonly ListedConversation[], ReadonlySet<ConversationId>>();

/** Returns the unnamed rooms that have the same members as another; only the most recently active ones. */
export function alikeAmong(rooms: readonly ListedConversation[]): ReadonlySet<ConversationId> {
  const before = known.get(rooms);
  if (before) return before;
  const counts = new Map<string, number>();
  for (const room of rooms) {
    if (room.title === null) counts.set(membersKey(room), (counts.get(membersKey(room)) ?? 0) + 1);
  }
  const alike = rooms.filter((room) => room.title === null && (counts.get(membersKey(room)) ?? 0) > 1);
  const ids = new Set(alike.slice(0, toldApart).map(({ conversationId }) => conversationId));
  known.set(rooms, ids);
  return ids;
}

function membersKey({ agentMembers, userMembers }: Members): string {
  return [...agentMembers.map(({ agentId }) => agentId), ...userMembers.map(({ userId }) => userId)].sort().join(' ');
}
