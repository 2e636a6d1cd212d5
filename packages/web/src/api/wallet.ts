import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns the user's coins and their movements, newest first, in pages. */
export function useLedger() {
  return useInfiniteQuery({
    queryKey: queryKeys.ledger,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 20, cursor: pageParam === '' ? undefined : pageParam };
      return call('getWallet', { query, signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}
