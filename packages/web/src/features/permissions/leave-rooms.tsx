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

/** The way out of every room that the reader shares with an agent; nothing where there is none. */
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
