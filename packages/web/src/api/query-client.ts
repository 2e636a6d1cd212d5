import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, Query, QueryKey } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { onSessionEnd, RequestError } from './request.ts';

/**
 * What the app has read, kept until a signal says that it changed. A failure that may pass is tried twice more; an answer
 * that says "sign in first" ends the session everywhere in the app.
 */
export function createQueryClient(): QueryClient {
  const endSession = () => client.setQueryData(queryKeys.session, null);
  // What is read on a signal, and what is sent, does not pass through the cache of queries.
  onSessionEnd(endSession);
  const client: QueryClient = new AttentiveQueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof RequestError && error.code === 'unauthenticated') endSession();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof RequestError && error.isPassing,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * What is being read for the first time when it is said to have changed may have been answered before it did, and the library takes
 * that answer for the newest. Here it is read once more after that.
 */
class AttentiveQueryClient extends QueryClient {
  private readonly isToBeReadAgain = new WeakSet<Query>();

  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.isToBeReadAgain.has(query));
    for (const query of first) this.isToBeReadAgain.add(query);
    // A query that is under way and told to fetch only says when that is over.
    const answered = Promise.allSettled(first.map((query) => query.fetch()));
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await answered;
    for (const query of first) this.isToBeReadAgain.delete(query);
    const read = new Set<unknown>(first.filter(({ state }) => state.status === 'success'));
    await super.invalidateQueries({ ...filters, predicate: (query) => read.has(query) }, options);
  }
}
