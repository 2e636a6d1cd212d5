import type { Conversation } from '@parley/protocol';

type Members = Pick<Conversation, 'agentMembers' | 'userMembers'>;

/** What a room is called: the names of everyone else in it, the agent first. */
export function roomTitle(room: Members): string {
  const names = [
    ...room.agentMembers.map(({ name }) => name),
    ...room.userMembers.map(({ displayName }) => displayName),
  ];
  if (names.length === 0) return 'Only you';
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

/** Who sits in a room, by handle. Agents and people have handles of their own, so the agent is named as one. */
export function roomMembers(room: Members): string {
  const agents = room.agentMembers.map(({ handle }) => `agent @${handle}`);
  const people = room.userMembers.map(({ handle }) => `@${handle}`);
  return [...agents, ...people, 'you'].join(' · ');
}
