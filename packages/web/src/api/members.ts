import type { ConversationId, Member, RouteCall, UserId } from '@parley/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshRoom } from './conversations.ts';
import { queryKeys } from './query-keys.ts';
import { putRoom } from './room-settings.ts';

/** Who is in a room: its agent first, then its people, the caller among them. */
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

/** Takes a member out of a room that the caller opened. */
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

/** Whom the caller has blocked. */
export function useBlocked() {
  return useQuery({
    queryKey: queryKeys.blocked,
    queryFn: async ({ signal }) => (await call('listBlockedPeople', { query: { limit: 200 }, signal })).items,
  });
}

/** Blocks a person, or ends that. */
export function useBlockPerson(userId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isBlocked: boolean) => call(isBlocked ? 'blockPerson' : 'unblockPerson', { params: { userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.blocked }),
  });
}
