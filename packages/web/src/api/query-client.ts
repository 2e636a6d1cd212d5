import { QueryCache, QueryClient } from '@tanstack/react-query';
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
  const client: QueryClient = new QueryClient({
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
