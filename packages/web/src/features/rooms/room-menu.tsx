import type { ListedConversation } from '@parley/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Bell, BellOff, Bot, LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useDeleteConversation, useLeaveConversation, useMuteConversation } from '../../api/conversations.ts';
import { useMe } from '../../api/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';

export interface RoomMenuProps {
  readonly room: ListedConversation;
  readonly trigger: ReactElement;
}

/** What can be done with a room: mute it, leave it, or, for its creator, delete it for everyone. */
export function RoomMenu({ room, trigger }: RoomMenuProps) {
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null);
  const mute = useMuteConversation(room.conversationId);
  const me = useMe();
  const navigate = useNavigate();
  const agent = room.agentMembers[0];
  return (
    <>
      <Menu trigger={trigger}>
        {agent && (
          <MenuItem
            icon={<Bot size={16} aria-hidden />}
            onSelect={() => void navigate({ to: '/agents/$agentId', params: { agentId: agent.agentId } })}
          >
            About {agent.name}
          </MenuItem>
        )}
        <MenuItem
          icon={room.muted ? <Bell size={16} aria-hidden /> : <BellOff size={16} aria-hidden />}
          onSelect={() => mute.mutate(!room.muted)}
        >
          {room.muted ? 'Unmute' : 'Mute'}
        </MenuItem>
        <MenuRule />
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => setAsking('leave')}>
          Leave…
        </MenuItem>
        {room.creatorUserId === me.userId && (
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => setAsking('delete')}>
            Delete…
          </MenuItem>
        )}
      </Menu>
      {asking === 'leave' && <Leave room={room} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <Delete room={room} onClose={() => setAsking(null)} />}
    </>
  );
}

interface AskProps {
  readonly room: ListedConversation;
  readonly onClose: () => void;
}

function Leave({ room, onClose }: AskProps) {
  const leave = useLeaveConversation(room.conversationId);
  const me = useMe();
  const navigate = useNavigate();
  return (
    <Confirm
      title="Leave this conversation?"
      action="Leave"
      onClose={onClose}
      onConfirm={async () => {
        await leave.mutateAsync(me.userId);
        await navigate({ to: '/' });
      }}
    >
      You stop seeing it. Only somebody who stays can add you again.
    </Confirm>
  );
}

function Delete({ room, onClose }: AskProps) {
  const remove = useDeleteConversation(room.conversationId);
  const navigate = useNavigate();
  return (
    <Confirm
      title="Delete this conversation?"
      action="Delete for everyone"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync();
        await navigate({ to: '/' });
      }}
    >
      It is gone for everyone in it, at once and for good.
    </Confirm>
  );
}
