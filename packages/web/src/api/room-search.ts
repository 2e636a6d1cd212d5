import type { ConversationId, FoundMessage } from '@parley/protocol';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { searchPage } from './search-page.ts';

/** The longest search text, in characters. */
export const longestQuery = 200;

/** Returns messages of a room that contain all of these words, newest first. Reads nothing if there are no words. */
export function useRoomSearch(id: ConversationId, words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.roomSearch(id, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      searchPage({ q: words, conversationId: id, limit: 50, cursor: pageParam }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }): readonly FoundMessage[] => pages.flatMap(({ items }) => items),
  });
}
