import type { Conversation, ConversationId, ListedConversation } from '@parley/protocol';
import { useConversations } from '../../api/conversations.ts';
import { useFirstWords } from '../../api/first-words.ts';
import { roomWords } from '../../words/rooms.ts';

type Members = Pick<Conversation, 'agentMembers' | 'userMembers'>;
type Titled = Members & Pick<ListedConversation, 'title'>;

/** The names of everyone else in a room, the agent first. */
export function roomNames(room: Members): string {
  const names = [
    ...room.agentMembers.map(({ name }) => name),
    ...room.userMembers.map(({ displayName }) => displayName),
  ];
  if (names.length === 0) return roomWords.onlyYou;
  if (names.length <= 3) return names.join(', ');
  return roomWords.namesAndMore(names.slice(0, 2).join(', '), names.length - 2);
}

/** What a room is called: by its title, or else by who is in it. */
export function roomTitle(room: Titled): string {
  return room.title ?? roomNames(room);
}

/** What a room is called, with its first words as long as another without a name has the same members. */
export function useRoomTitle(room: ListedConversation): string {
  const { data: rooms } = useConversations();
  return useTitleAmong(room, rooms !== undefined && alikeAmong(rooms).has(room.conversationId));
}

/** The same where it is known whether the room has its like. */
export function useTitleAmong(room: ListedConversation, isAlike: boolean): string {
  const words = useFirstWords(isAlike && room.lastMessage !== null ? room.conversationId : null);
  return isAlike && words !== null ? `${roomNames(room)} · ${words}` : roomTitle(room);
}

/** Who sits in a room, by handle. Agents and people have handles of their own, so the agent is named as one. */
export function roomMembers(room: Members): string {
  const agents = room.agentMembers.map(({ handle }) => roomWords.agentHandle(handle));
  const people = room.userMembers.map(({ handle }) => `@${handle}`);
  return [...agents, ...people, roomWords.you].join(' · ');
}

/** More rooms than this are not told apart: each takes a request. */
const toldApart = 40;
const known = new WeakMap<readonly ListedConversation[], ReadonlySet<ConversationId>>();

/** The rooms without a name that have the same members as another, the most recently active ones. */
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
