import { MessageSquareText, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { AgentAvatar, Avatar } from '../../../ui/avatar.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { findWords as words } from '../../../words/find.ts';
import { RoomAvatar } from '../room-avatar.tsx';
import { roomMembers, roomTitle } from '../room-title.ts';
import { hasWords } from './has-words.ts';
import { useActions } from './use-actions.ts';
import type { Openers } from './use-actions.ts';
import { useFound } from './use-found.ts';
import { useStart } from './use-start.ts';

/** One result, and the action when it is chosen. */
export interface Result {
  readonly key: string;
  readonly icon: ReactNode;
  readonly name: string;
  readonly detail: string;
  readonly run: () => void;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

const roomsAtFirst = 8;
const roomsAtMost = 30;
const agentsAtMost = 5;
const messagesAtMost = 8;

/** Returns the results and actions for the typed words, in display order. */
export function useResults(typed: string, openers: Openers) {
  const navigate = useNavigate();
  const found = useFound(typed);
  const actions = useActions(openers);
  const { withPerson } = useStart((error) => toast(error.message));
  const isSearching = found.words !== '';
  const { person } = found;
  const groups: ResultGroup[] = [
    {
      title: words.rooms,
      results: (found.rooms ?? []).slice(0, isSearching ? roomsAtMost : roomsAtFirst).map((room) => ({
        key: room.conversationId,
        icon: <RoomAvatar room={room} size={28} />,
        name: roomTitle(room),
        detail: roomMembers(room),
        run: () => navigate(paths.room(room.conversationId)),
      })),
    },
    {
      title: words.actions,
      results: actions
        .filter(({ name }) => hasWords(name, found.words))
        .map(({ name, run }) => ({ key: name, icon: <Zap size={18} aria-hidden />, name, detail: '', run })),
    },
    {
      title: words.agents,
      results: (isSearching ? found.foundAgents : []).slice(0, agentsAtMost).map((agent) => ({
        key: agent.agentId,
        icon: <AgentAvatar agent={agent} size={28} />,
        name: words.about(agent.name),
        detail: `@${agent.handle}`,
        run: () => navigate(paths.agent(agent.agentId)),
      })),
    },
    {
      title: words.people,
      results: person
        ? [
            {
              key: person.userId,
              icon: <Avatar id={person.userId} kind="person" name={person.displayName} size={28} />,
              name: words.writeTo(person.displayName),
              detail: `@${person.handle}`,
              run: () => withPerson(person.userId),
            },
          ]
        : [],
    },
    {
      title: words.messages,
      results: found.foundMessages.slice(0, messagesAtMost).map((message) => ({
        key: message.messageId,
        icon: <MessageSquareText size={18} aria-hidden />,
        name: message.snippet,
        detail: message.author.name,
        run: () => navigate(paths.message(message.conversationId, message.messageId)),
      })),
    },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    areRoomsRead: found.rooms !== undefined,
    isSettled: found.isSettled,
    /** Whether all messages were searched. */
    isAll: !found.messages.hasNextPage,
  };
}
