import type { ConversationId, FoundMessage } from '@parley/protocol';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The longest text that is searched for. */
export const longestQuery = 200;

/** Messages of a room that have each of these words, newest first. Nothing is searched for no words. */
export function useRoomSearch(id: ConversationId, words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.roomSearch(id, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('searchMessages', { query: { q: words, conversationId: id, limit: 50, cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }): readonly FoundMessage[] => pages.flatMap(({ items }) => items),
  });
}
