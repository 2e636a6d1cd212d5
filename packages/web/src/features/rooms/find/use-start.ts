import type { AgentId, UserId } from '@parley/protocol';
import { useState } from 'react';
import { useConversations, useOpenConversation } from '../../../api/conversations.ts';
import { newKey } from '../../../api/new-key.ts';
import { paths } from '../../../navigation/paths.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';

/** Opens a new room with an agent, or the existing room with only this person, and navigates to it. Calls `onFail` with the error. */
export function useStart(onFail: (error: Error) => void = () => undefined) {
  const { data: rooms } = useConversations();
  const open = useOpenConversation();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newKey);

  async function start(agentIds: AgentId[], userIds: UserId[]): Promise<void> {
    const { item } = await open.mutateAsync({ agentIds, userIds, idempotencyKey });
    navigate(paths.room(item.conversationId));
  }

  return {
    error: open.error,
    isBusy: open.isPending,
    withAgent: (agentId: AgentId) => void start([agentId], []).catch(onFail),
    withPerson(userId: UserId) {
      const alone = rooms?.find(
        ({ agentMembers, userMembers }) =>
          agentMembers.length === 0 && userMembers.length === 1 && userMembers[0]?.userId === userId,
      );
      if (alone) navigate(paths.room(alone.conversationId));
      else void start([], [userId]).catch(onFail);
    },
  };
}
