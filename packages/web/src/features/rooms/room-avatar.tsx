import type { Conversation } from '@parley/protocol';
import { AgentAvatar, Avatar } from '../../ui/avatar.tsx';
import { roomNames } from './room-title.ts';

/** Shows the avatar of a room's agent, or of its first person if it has no agent. */
export function RoomAvatar({ room, size = 40 }: { readonly room: Conversation; readonly size?: number }) {
  const agent = room.agentMembers[0];
  if (agent) return <AgentAvatar agent={agent} size={size} />;
  const person = room.userMembers[0];
  const name = person?.displayName ?? roomNames(room);
  const id = person?.userId ?? room.conversationId;
  return <Avatar id={id} kind="person" name={name} size={size} />;
}
