import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { searchPage } from './search-page.ts';

/** Returns messages that contain all words, newest first, in pages; reads nothing if there are no words. */
export function useFoundMessages(words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.foundMessages(words),
    enabled: words !== '',
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      searchPage({ q: words, limit: 20, cursor: pageParam === '' ? undefined : pageParam }, signal),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** Returns the agents that the user may seat, filtered by words or all of them, in pages. */
export function useFoundAgents(words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.foundAgents(words),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { q: words, limit: 30, cursor: pageParam === '' ? undefined : pageParam };
      return call('searchDirectory', { query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}
