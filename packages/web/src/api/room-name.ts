import type { ListedConversation } from '@parley/protocol';
import { inboxWords } from '../words/inbox.ts';

/** Returns a room's name on one line: its title, else its members. */
export function roomName({ title, agentMembers, userMembers }: ListedConversation): string {
  if (title !== null) return title;
  const names = [...agentMembers.map(({ name }) => name), ...userMembers.map(({ displayName }) => displayName)];
  return names.length === 0 ? inboxWords.onlyYou : names.join(', ');
}
