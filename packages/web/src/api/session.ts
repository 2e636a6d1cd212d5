import type { SignInBody, SignUpBody, User } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { forgetWords } from './drafts.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

/** The signed-in person; null where nobody is. */
export function useSession() {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.session,
    queryFn: async ({ signal }) => {
      const user = await readSession(signal);
      const before = client.getQueryData<User | null>(queryKeys.session);
      // Somebody else signed in, in another tab: nothing of the one before may stay.
      if (before && before.userId !== user?.userId) forgetRead(client);
      return user;
    },
    staleTime: Infinity,
  });
}

/** Has this tab look who is signed in whenever another tab signs in or out. */
export function followOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = () => void client.invalidateQueries({ queryKey: queryKeys.session });
  return () => channel.close();
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
      const me = client.getQueryData<User | null>(queryKeys.session);
      if (me) forgetWords(me.userId);
      hasLeft = true;
      enter(client, null);
    },
  });
}

/** Whether the last session was ended on purpose. */
let hasLeft = false;

/** Tells whether whoever was here last signed out, so that nobody has to be told. */
export function useHasLeft(): () => boolean {
  return () => hasLeft;
}

const channelName = 'parley-session';

function enter(client: QueryClient, user: User | null): void {
  forgetRead(client);
  if (user) hasLeft = false;
  client.setQueryData(queryKeys.session, user);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

function forgetRead(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

async function readSession(signal: AbortSignal): Promise<User | null> {
  try {
    return (await call('getSession', { signal })).item;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}
