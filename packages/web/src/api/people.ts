import type { Person } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Returns whether a text has the form of a handle. */
export function isHandle(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{1,31}$/.test(text);
}

/**
 * Returns the person with exactly this handle, or null if there is no such person. Reads nothing while the text is not a valid
 * handle.
 */
export function usePerson(typed: string) {
  const handle = handleOf(typed);
  return useQuery({
    queryKey: queryKeys.person(handle),
    enabled: isHandle(handle),
    queryFn: async ({ signal }) => (await call('findPeople', { query: { handle }, signal })).items[0] ?? null,
  });
}

/** Returns the typed text as a handle. */
export function handleOf(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase();
}

/** Returns the person with exactly this handle, or null if there is no such person. */
export async function findPerson(typed: string): Promise<Person | null> {
  const handle = handleOf(typed);
  if (!isHandle(handle)) return null;
  return (await call('findPeople', { query: { handle } })).items[0] ?? null;
}
