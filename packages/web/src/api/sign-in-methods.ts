import type { SignInMethod } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** How people sign in on this server. */
export function useSignInMethods() {
  return useQuery({ queryKey: queryKeys.signInMethods, queryFn: async () => (await call('listSignInMethods')).items });
}

/** Returns the address that begins a sign-in at a provider. */
export function startAt({ id }: Pick<SignInMethod, 'id'>, returnTo: string, invitation: string | null = null): string {
  const query = new URLSearchParams({ returnTo, ...(invitation === null ? {} : { invitation }) });
  return `/v1/oidc/${encodeURIComponent(id)}/start?${query.toString()}`;
}

/** Returns the provider whose identity waits for the user to sign in to their account in this browser, or null. */
export function linkingProvider(): string | null {
  return /(?:^|; )(?:__Host-)?parley_linking=([a-z0-9-]+)/.exec(document.cookie)?.[1] ?? null;
}

/** The user's accounts at providers. */
export function useIdentities() {
  return useQuery({ queryKey: queryKeys.identities, queryFn: async () => (await call('listIdentities')).items });
}

/** An account that waits to be linked. */
export function usePendingIdentity(identityId: string) {
  return useQuery({
    queryKey: queryKeys.pendingIdentity(identityId),
    queryFn: async () => (await call('getPendingIdentity', { params: { identityId } })).item,
  });
}

interface WithPassword {
  readonly password?: string | undefined;
}

/** Begins to link an account: the browser goes to the provider. */
export function useLinkIdentity() {
  return useMutation({
    mutationFn: (body: WithPassword & { readonly providerId: string }) => call('linkIdentity', { body }),
    onSuccess: ({ item }) => location.assign(item.url),
  });
}

export function useConfirmIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (identityId: string) => call('confirmIdentity', { params: { identityId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.identities }),
  });
}

export function useUnlinkIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ identityId, ...body }: WithPassword & { readonly identityId: string }) =>
      call('unlinkIdentity', { params: { identityId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.identities }),
  });
}
