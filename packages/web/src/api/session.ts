import type { SignInBody, SignUpBody, User } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { toast } from '../ui/toasts.tsx';
import { sessionWords } from '../words/session.ts';
import { forgetWords, sweepDrafts } from './drafts.ts';
import { eraseKept } from './kept/kept-person.ts';
import { sweepOutgoing } from './outgoing-store.ts';
import { setPerson, watchPerson } from './person.ts';
import { queryKeys } from './query-keys.ts';
import { forgetAhead } from './read-ahead.ts';
import { RequestError } from './request.ts';

/** Returns the signed-in person; null if no person is signed in. */
export function useSession() {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.session,
    queryFn: async ({ signal }) => {
      const user = await readSession(signal);
      const before = client.getQueryData<User | null>(queryKeys.session);
      settle(client, user, before ?? null);
      if (user && user.userId === before?.userId && isKept(client)) {
        // The data shown so far are stored data of an earlier visit.
        void client.invalidateQueries({
          predicate: ({ queryKey: [first] }) => first !== 'session' && first !== 'place',
        });
      }
      return user;
    },
    staleTime: Infinity,
    // After an offline start this retries until the server answers, even if the browser considers itself online.
    refetchInterval: ({ state }) => (state.error && state.dataUpdatedAt === 0 ? retryEveryMs : false),
  });
}

/** Returns whether the person comes from the browser's store and the server has not confirmed it. */
function isKept(client: QueryClient): boolean {
  return client.getQueryState(queryKeys.session)?.dataUpdatedAt === 0;
}

const retryEveryMs = 5000;

/** Makes this tab read who is signed in whenever another tab reports a change, and whenever the user returns to it. */
export function followSession(client: QueryClient): () => void {
  return watchPerson(() => {
    if (client.getQueryData(queryKeys.session) !== undefined) {
      void client.invalidateQueries({ queryKey: queryKeys.session });
    }
  });
}

/** Returns the signed-in person. Throws if none is signed in: use it only below a screen that checks. */
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

/** The link that opened the page, with its token. */
export interface EntryLink {
  readonly kind: 'invitation' | 'setup';
  readonly token: string;
}

export function useSignUp(link: EntryLink | null = null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignUpBody) => {
      if (link?.kind === 'setup') return call('setUp', { body: { ...body, token: link.token } });
      return call('signUp', { body: link ? { ...body, invitation: link.token } : body });
    },
    onSuccess: ({ item }) => enter(client, item),
  });
}

/** Makes the user the first administrator, by the token of the link that the server prints. */
export function useBecomeAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('setUp', { body: { token } }),
    onSuccess: ({ item }) => client.setQueryData(queryKeys.session, item),
  });
}

/** Ends the session and clears the cache. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => leave(client),
  });
}

/** Has the user erased, which ends the session too. */
export function useEraseSelf() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly confirm: string; readonly password?: string }) => call('eraseSelf', { body }),
    onSuccess: () => leave(client),
  });
}

function leave(client: QueryClient): void {
  const me = client.getQueryData<User | null>(queryKeys.session);
  if (me) forgetWords(me.userId);
  hasLeft = true;
  enter(client, null);
}

/** Long enough for a person who returns to this tab to read it. */
const changeShownMs = 60_000;

/** Whether the user signed out, as opposed to a session that ended. */
let hasLeft = false;

/** Returns a function that tells whether the user signed out, so that no message has to explain the end of the session. */
export function useHasLeft(): () => boolean {
  return () => hasLeft;
}

/** Makes this person the one who is signed in here. */
export function enter(client: QueryClient, user: User | null): void {
  settle(client, user, null);
  forgetRead(client);
  if (user) hasLeft = false;
  client.setQueryData(queryKeys.session, user);
}

/** Makes this person the owner of this tab. Clears the cache of the previous person and the drafts of all others. */
function settle(client: QueryClient, user: User | null, before: User | null): void {
  // After a session has ended, the same person may come back: their drafts stay until another person signs in.
  if (user || hasLeft) setPerson(user?.userId ?? null);
  if (user) {
    sweepDrafts(user.userId);
    // If the browser cannot list its databases, the next start tries again.
    void sweepOutgoing(user.userId).catch(() => undefined);
  }
  eraseKept(user?.userId ?? null);
  if (!before || before.userId === user?.userId) return;
  forgetRead(client);
  if (user) toast(sessionWords.changed(user.displayName, before.displayName), changeShownMs);
}

function forgetRead(client: QueryClient): void {
  forgetAhead();
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

/** Reads the session as the person that this tab shows. If the session belongs to another person, reads it as that person. */
async function readSession(signal: AbortSignal): Promise<User | null> {
  try {
    return (await call('getSession', { signal })).item;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.code === 'other_session') {
      forgetAhead();
      return (await call('getSession', { signal, as: null })).item;
    }
    if (error.status === 401) return null;
    throw error;
  }
}
