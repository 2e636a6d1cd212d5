import { useConversations } from '../../../api/conversations.ts';
import { usePerson } from '../../../api/people.ts';
import { useFoundAgents, useFoundMessages } from '../../../api/search.ts';
import { useMe } from '../../../api/session.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { roomMembers, roomTitle } from '../room-title.ts';
import { closestFirst } from './closest-first.ts';
import { hasWords } from './has-words.ts';

/** Returns the results for the typed words. Rooms are filtered at once; the other results follow when typing pauses. */
export function useFound(typed: string) {
  const words = typed.trim().slice(0, 200);
  const rested = useDebounced(words, 150);
  const me = useMe();
  const rooms = useConversations();
  const agents = useFoundAgents(rested);
  const person = usePerson(rested);
  const messages = useFoundMessages(rested);
  const isRested = rested === words;
  const foundRooms = rooms.data?.filter((room) => hasWords(`${roomTitle(room)} ${roomMembers(room)}`, words));
  return {
    words,
    rooms: foundRooms && closestFirst(foundRooms, words, roomTitle),
    agents,
    foundAgents: agents.data?.pages.flatMap(({ items }) => items) ?? [],
    /** Leaves out the user. */
    person: isRested && person.data && person.data.userId !== me.userId ? person.data : null,
    messages,
    foundMessages: words === '' ? [] : (messages.data?.pages.flatMap(({ items }) => items) ?? []),
    /** Whether all results belong to the typed words. */
    isSettled:
      isRested &&
      !rooms.isPending &&
      ![agents, person, messages].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData),
  };
}

export type Found = ReturnType<typeof useFound>;
