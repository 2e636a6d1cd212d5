import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const handlePattern = /^[a-z0-9][a-z0-9_-]{1,31}$/;

/** The person with exactly this handle; null where there is none, nothing while the text is no handle yet. */
export function usePerson(typed: string) {
  const handle = typed.trim().replace(/^@/, '').toLowerCase();
  return useQuery({
    queryKey: queryKeys.person(handle),
    enabled: handlePattern.test(handle),
    queryFn: async ({ signal }) => (await call('findPeople', { query: { handle }, signal })).items[0] ?? null,
  });
}
