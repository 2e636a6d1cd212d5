import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The reader's coins and what moved them, newest first, a page at a time. */
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
