import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Asks for a link for a new password, by mail. The answer does not tell whether there is such a person. */
export function useAskReset() {
  return useMutation({ mutationFn: (identifier: string) => call('askPasswordReset', { body: { identifier } }) });
}

/** Sets a new password by the token of a reset link. Signs nobody in. */
export function useRedeemReset() {
  return useMutation({
    mutationFn: (body: { readonly token: string; readonly password: string }) => call('redeemPasswordReset', { body }),
  });
}

/** Makes the person an administrator with a new password, by the token of a recovery link, and signs them in. */
export function useRecover() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly token: string; readonly password: string }) => call('recover', { body }),
    onSuccess: ({ item }) => client.setQueryData(queryKeys.session, item),
  });
}

/** Verifies the mail address that the link was sent to. */
export function useVerifyEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('verifyEmail', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.session }),
  });
}

/** Asks for a link that verifies a mail address. */
export function useSetEmail() {
  return useMutation({
    mutationFn: ({ email, password }: { readonly email: string; readonly password: string }) =>
      call('setEmail', { body: { email, ...(password === '' ? {} : { password }) } }),
  });
}

/** What others did to the account. */
export function useNotices() {
  return useQuery({ queryKey: queryKeys.notices, queryFn: async () => (await call('listNotices')).items });
}

/** Puts a notice away. */
export function usePutAway() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (noticeId: string) => call('deleteNotice', { params: { noticeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.notices }),
  });
}
