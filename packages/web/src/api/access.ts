import type { CreateTokenBody, RouteCall } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

type SessionId = RouteCall<'endSession'>['params']['sessionId'];
type TokenId = RouteCall<'deleteToken'>['params']['tokenId'];

/** Where the reader is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await call('listSessions', { query: { limit: 200 }, signal })).items,
    staleTime: 0,
  });
}

/** Ends one session of another place. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: SessionId) => call('endSession', { params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Ends every session but this one. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('endOtherSessions'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Changes the password, which ends all other sessions and all tokens. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteCall<'changePassword'>['body']) => call('changePassword', { body }),
    onSuccess: () =>
      Promise.all([queryKeys.sessions, queryKeys.tokens].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** The tokens by which programs act for the reader. */
export function useTokens() {
  return useQuery({
    queryKey: queryKeys.tokens,
    queryFn: async ({ signal }) => (await call('listTokens', { query: { limit: 200 }, signal })).items,
    staleTime: 0,
  });
}

/** Makes a token; its secret is in the answer and nowhere else. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTokenBody) => call('createToken', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
}

export function useDeleteToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: TokenId) => call('deleteToken', { params: { tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
}
