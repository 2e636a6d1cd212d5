import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Messages that hold every word, newest first, a page at a time; nothing is read where there are no words. */
export function useFoundMessages(words: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.foundMessages(words),
    enabled: words !== '',
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { q: words, limit: 20, cursor: pageParam === '' ? undefined : pageParam };
      return call('searchMessages', { query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
}

/** The agents that one may seat, by words, or all of them; a page at a time. */
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
