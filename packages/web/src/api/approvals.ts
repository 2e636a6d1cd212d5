import type { ConversationId } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The rooms in which something waits for the reader's decision. */
export function useWaitingRooms(): ReadonlySet<ConversationId> {
  const { data = none } = useQuery({
    queryKey: queryKeys.waitingRooms,
    queryFn: async ({ signal }) => {
      const { items } = await call('listApprovals', { query: { state: 'pending', limit: 200 }, signal });
      return items.map(({ conversationId }) => conversationId);
    },
    select: toSet,
  });
  return data;
}

const none: ReadonlySet<ConversationId> = new Set();
const toSet = (rooms: ConversationId[]): ReadonlySet<ConversationId> => new Set(rooms);
