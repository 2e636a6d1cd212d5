import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { enter } from './session.ts';

/** Signs the user in by a passkey. What handles passkeys is loaded when it is used. */
export function usePasskeySignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await import('./passkey-ceremony.ts');
      return call('signInByPasskey', { body: { response: await signWithPasskey() } });
    },
    onSuccess: ({ item }) => enter(client, item),
  });
}
