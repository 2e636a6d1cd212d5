import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns what the answers of models to the user cost in a month such as 2026-01, by agent. */
export function useModelCosts(month: string) {
  return useQuery({
    queryKey: queryKeys.modelCosts(month),
    queryFn: async ({ signal }) => (await call('listModelCosts', { query: { month }, signal })).items,
    staleTime: 0,
  });
}
