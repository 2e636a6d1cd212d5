import type { CreateTokenBody, RouteCall } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

type SessionId = RouteCall<'endSession'>['params']['sessionId'];
type TokenId = RouteCall<'deleteToken'>['params']['tokenId'];

/** Returns the user's active sessions. */
export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await call('listSessions', { query: { limit: 200 }, signal })).items,
    staleTime: 0,
  });
}

/** Ends one other session. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: SessionId) => call('endSession', { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Ends every session except this one. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('endOtherSessions'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/**
 * Changes the password. This ends all other sessions and tokens, and revokes the credentials that tokens created unless they
 * are kept.
 */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteCall<'changePassword'>['body']) => call('changePassword', { body }),
    onSuccess: () =>
      Promise.all([queryKeys.sessions, queryKeys.tokens].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Returns the user's access tokens. */
export function useTokens() {
  return useQuery({
    queryKey: queryKeys.tokens,
    queryFn: async ({ signal }) => (await call('listTokens', { query: { limit: 200 }, signal })).items,
    staleTime: 0,
  });
}

/** Creates an access token; only the answer contains its secret. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTokenBody) => call('createToken', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
}

/** Deletes an access token and revokes the agent credentials that it created, unless they are kept. */
export function useDeleteToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tokenId, keepCredentials }: { readonly tokenId: TokenId; readonly keepCredentials: boolean }) =>
      call('deleteToken', { params: { tokenId }, query: keepCredentials ? { keepCredentials: '1' } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
}
