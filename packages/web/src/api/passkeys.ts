import type { PasskeyAssertion } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

interface FreshProof {
  readonly password?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** The user's passkeys. */
export function usePasskeys() {
  return useQuery({ queryKey: queryKeys.passkeys, queryFn: async () => (await call('listPasskeys')).items });
}

/** Adds a passkey: the browser makes it by the server's options. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...body }: FreshProof & { readonly name: string }) => {
      const { item } = await call('beginPasskey', { body });
      const { makePasskey } = await import('./passkey-ceremony.ts');
      return call('addPasskey', { body: { response: await makePasskey(item), name } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });
}

export function useDeletePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passkeyId, ...body }: FreshProof & { readonly passkeyId: string }) =>
      call('deletePasskey', { params: { passkeyId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });
}
