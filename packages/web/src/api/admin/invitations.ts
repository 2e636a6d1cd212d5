import type { Invitation, InviteBody } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { adminKeys } from './keys.ts';

/** Returns the newest 1,000 invitations, without their links. */
export function useInvitations() {
  return useQuery({
    queryKey: adminKeys.invitations,
    queryFn: async ({ signal }) => (await call('listInvitations', { signal })).items,
    staleTime: 0,
  });
}

/** Invites a person; only the answer contains the link. */
export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InviteBody) => call('invite', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.invitations }),
  });
}

/** Revokes an invitation. */
export function useRevokeInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: Invitation['invitationId']) => call('revokeInvitation', { params: { invitationId } }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.invitations }),
  });
}
