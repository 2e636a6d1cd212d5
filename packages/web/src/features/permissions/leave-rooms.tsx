import type { AgentId } from '@parley/protocol';
import { useState } from 'react';
import { useConversations, useLeaveRooms } from '../../api/conversations.ts';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { permissionWords as words } from '../../words/permissions.ts';

export interface LeaveRoomsProps {
  readonly id: AgentId;
  readonly name: string;
}

/** Lets the user leave every room shared with an agent; shows nothing if there is no such room. */
export function LeaveRooms({ id, name }: LeaveRoomsProps) {
  const { data: rooms = [] } = useConversations();
  const me = useMe();
  const leave = useLeaveRooms();
  const [isAsking, setAsking] = useState(false);
  const shared = rooms.filter(({ agentMembers }) => agentMembers.some(({ agentId }) => agentId === id));
  if (shared.length === 0) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {words.leave(shared.length)}
      </Button>
      {isAsking && (
        <Confirm
          title={words.leaveTitle(shared.length, name)}
          action={words.leaveAction}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            leave.mutateAsync({ userId: me.userId, ids: shared.map(({ conversationId }) => conversationId) })
          }
        >
          {words.leaveBody}
        </Confirm>
      )}
    </>
  );
}
