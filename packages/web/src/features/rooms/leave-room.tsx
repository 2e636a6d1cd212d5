import type { ListedConversation } from '@parley/protocol';
import { useDeleteConversation, useLeaveConversation } from '../../api/conversations.ts';
import { useMe } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { leaveWords as words } from '../../words/leaving.ts';

export interface AskProps {
  readonly room: ListedConversation;
  readonly onClose: () => void;
}

/** Asks for confirmation before the user leaves a room. */
export function LeaveRoom({ room, onClose }: AskProps) {
  const leave = useLeaveConversation(room.conversationId);
  const me = useMe();
  const navigate = useNavigate();
  return (
    <Confirm
      title={words.leaveTitle}
      action={words.leave}
      onClose={onClose}
      onConfirm={async () => {
        await leave.mutateAsync(me.userId);
        navigate(paths.home);
      }}
    >
      {words.leaveBody}
    </Confirm>
  );
}

/** Asks for confirmation before a room is deleted for everyone. */
export function DeleteRoom({ room, onClose }: AskProps) {
  const remove = useDeleteConversation(room.conversationId);
  const navigate = useNavigate();
  return (
    <Confirm
      title={words.deleteTitle}
      action={words.delete}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync();
        navigate(paths.home);
      }}
    >
      {words.deleteBody}
    </Confirm>
  );
}
