import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, Query, QueryKey } from '@tanstack/react-query';
import { eraseKept } from './kept/kept-person.ts';
import { queryKeys } from './query-keys.ts';
import { onOtherSession, onSessionEnd, RequestError } from './request.ts';

/**
 * Creates the cache of the app's reads; data stay fresh until a signal invalidates them. A temporary failure is retried twice. An answer
 * `unauthenticated` ends the session everywhere in the app.
 */
export function createQueryClient(): QueryClient {
  const endSession = () => {
    eraseKept(null);
    client.setQueryData(queryKeys.session, null);
  };
  // Reads after a signal and sends bypass the query cache, so they report the end of a session here.
  onSessionEnd(endSession);
  onOtherSession(() => void client.invalidateQueries({ queryKey: queryKeys.session }));
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
        // The feed tells what changed while the connection was lost.
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && error instanceof RequestError && error.isPassing,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/**
 * A first read that is in flight during an invalidation may return data from before the change, and the library would treat them as fresh.
 * This client reads again afterwards.
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
    // `fetch` on a query that is already fetching only waits for the running read.
    const answered = Promise.allSettled(first.map((query) => query.fetch()));
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await answered;
    for (const query of first) this.isToBeReadAgain.delete(query);
    const read = new Set<unknown>(first.filter(({ state }) => state.status === 'success'));
    await super.invalidateQueries({ ...filters, predicate: (query) => read.has(query) }, options);
  }
}
