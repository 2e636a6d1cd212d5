import type { ConversationId, Member, RouteCall, UserId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';
import { putRoom } from './room-settings.ts';

/** Returns the members of a room: its agent first, then its people, including the user. */
export function useMembers(id: ConversationId) {
  return useQuery({
    queryKey: queryKeys.members(id),
    queryFn: async ({ signal }) =>
      (await call('listMembers', { params: { conversationId: id }, query: { limit: 200 }, signal })).items,
  });
}

/** Seats an agent or a person. */
export function useAddMember(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteCall<'addMember'>['body']) => call('addMember', { params: { conversationId: id }, body }),
    onSuccess: ({ item }) => {
      putRoom(client, item);
      return refreshRoom(client, id);
    },
  });
}

/** Removes a member from a room that the user created. */
export function useRemoveMember(id: ConversationId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (member: Member) =>
      call('removeMember', { params: { conversationId: id, memberId: memberId(member) } }),
    onSuccess: () => refreshRoom(client, id),
  });
}

export function memberId(member: Member): string {
  return 'agentId' in member ? member.agentId : member.userId;
}

/** Returns the people that the user has blocked. */
export function useBlocked() {
  return useQuery({
    queryKey: queryKeys.blocked,
    queryFn: async ({ signal }) => (await call('listBlockedPeople', { query: { limit: 200 }, signal })).items,
  });
}

/** Blocks or unblocks a person. */
export function useBlockPerson(userId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => call(isBlocked ? 'blockPerson' : 'unblockPerson', { params: { userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.blocked }),
  });
}
