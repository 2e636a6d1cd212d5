import type { ListedConversation } from '@parley/protocol';
import { Dialog } from '../../ui/dialog.tsx';
import { attentionWords } from '../../words/attention.ts';
import { exportWords } from '../../words/export.ts';
import { memberWords } from '../../words/members.ts';
import { AddMembers } from './add-members.tsx';
import { DeleteRoom, LeaveRoom } from './leave-room.tsx';
import { MembersList } from './members-list.tsx';
import { RenameRoom } from './rename-room.tsx';
import { RoomAttention } from './room-attention.tsx';
import { RoomExport } from './room-export.tsx';
import { Shortcuts } from './shortcuts.tsx';

export type RoomDialogName = 'rename' | 'members' | 'attention' | 'export' | 'shortcuts' | 'leave' | 'delete';

export interface RoomDialogsProps {
  readonly room: ListedConversation;
  readonly name: RoomDialogName;
  readonly onClose: () => void;
}

/** Shows the open dialog of a room. */
export function RoomDialogs({ room, name, onClose }: RoomDialogsProps) {
  switch (name) {
    case 'rename':
      return <RenameRoom room={room} onClose={onClose} />;
    case 'members':
      return (
        <Dialog title={memberWords.title} onClose={onClose}>
          <MembersList room={room} />
          <AddMembers room={room} />
        </Dialog>
      );
    case 'attention':
      return (
        <Dialog title={attentionWords.title} onClose={onClose}>
          <RoomAttention room={room} />
        </Dialog>
      );
    case 'export':
      return (
        <Dialog title={exportWords.title} onClose={onClose}>
          <RoomExport id={room.conversationId} />
        </Dialog>
      );
    case 'shortcuts':
      return <Shortcuts onClose={onClose} />;
    case 'leave':
      return <LeaveRoom room={room} onClose={onClose} />;
    case 'delete':
      return <DeleteRoom room={room} onClose={onClose} />;
  }
}
