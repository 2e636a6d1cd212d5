import type { Person } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

const handlePattern = /^[a-z0-9][a-z0-9_-]{1,31}$/;

/** The person with exactly this handle; null where there is none, nothing while the text is no handle yet. */
export function usePerson(typed: string) {
  const handle = handleOf(typed);
  return useQuery({
    queryKey: queryKeys.person(handle),
    enabled: handlePattern.test(handle),
    queryFn: async ({ signal }) => (await call('findPeople', { query: { handle }, signal })).items[0] ?? null,
  });
}

/** What was typed, as a handle. */
export function handleOf(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase();
}

/** The person with exactly this handle; null where there is none. */
export async function findPerson(typed: string): Promise<Person | null> {
  const handle = handleOf(typed);
  if (!handlePattern.test(handle)) return null;
  return (await call('findPeople', { query: { handle } })).items[0] ?? null;
}
