import type { SignInBody, SignUpBody, User } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

/** The signed-in person; null where nobody is. */
export function useSession() {
  return useQuery({ queryKey: queryKeys.session, queryFn: ({ signal }) => readSession(signal), staleTime: Infinity });
}

/** The signed-in person, below a screen that has made sure of it. */
export function useMe(): User {
  const { data } = useSession();
  if (!data) throw new Error('Nobody is signed in here.');
  return data;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignInBody) => call('signIn', { body }),
    onSuccess: ({ item }) => enter(client, item),
  });
}

export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignUpBody) => call('signUp', { body }),
    onSuccess: ({ item }) => enter(client, item),
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => {
      sessionStorage.clear();
      enter(client, null);
    },
  });
}

function enter(client: QueryClient, user: User | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
  client.setQueryData(queryKeys.session, user);
}

async function readSession(signal: AbortSignal): Promise<User | null> {
  try {
    return (await call('getSession', { signal })).item;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}
