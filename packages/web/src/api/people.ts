import type { Person } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { request } from './request.ts';

const handlePattern = /^[a-z0-9][a-z0-9_-]{1,31}$/;

/** The person with exactly this handle; null where there is none, nothing while the text is no handle yet. */
export function usePerson(typed: string) {
  const handle = typed.trim().replace(/^@/, '').toLowerCase();
  return useQuery({
    queryKey: queryKeys.person(handle),
    enabled: handlePattern.test(handle),
    queryFn: async ({ signal }) => {
      const path = `/v1/users?handle=${encodeURIComponent(handle)}`;
      const found = await request<{ items: readonly Person[] }>('GET', path, { signal });
      return found.items[0] ?? null;
    },
  });
}
