import type { ListedConversation } from '@parley/protocol';
import { inboxWords } from '../../words/inbox.ts';

/** What a room is called in a line: its title, else who is in it. */
export function roomName({ title, agentMembers, userMembers }: ListedConversation): string {
  if (title !== null) return title;
  const names = [...agentMembers.map(({ name }) => name), ...userMembers.map(({ displayName }) => displayName)];
  return names.length === 0 ? inboxWords.onlyYou : names.join(', ');
}
