import type { ListedConversation } from '@parley/protocol';
import { LogOut, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { exportWords } from '../../words/export.ts';
import { leaveWords } from '../../words/leaving.ts';
import { memberWords } from '../../words/members.ts';
import { renameWords } from '../../words/rename.ts';
import { MembersList } from './members-list.tsx';
import { RoomAttention } from './room-attention.tsx';
import { RoomDialogs } from './room-dialogs.tsx';
import type { RoomDialogName } from './room-dialogs.tsx';
import { RoomExport } from './room-export.tsx';
import { RoomFiles } from './room-files.tsx';
import { RoomHearing } from './room-hearing.tsx';
import { RoomRetention } from './room-retention.tsx';
import styles from './room-here.module.css';

/** Shows the members of a room, its files, downloads of it, its notification settings, and how to leave it. */
export function RoomHere({ room }: { readonly room: ListedConversation }) {
  const me = useMe();
  const [asking, setAsking] = useState<RoomDialogName | null>(null);
  return (
    <>
      <MembersList room={room} />
      <div className={styles.acts}>
        <Button icon={<UserPlus size={16} aria-hidden />} onClick={() => setAsking('members')}>
          {memberWords.addMenu}
        </Button>
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setAsking('rename')}>
          {renameWords.menu}
        </Button>
      </div>
      <RoomFiles id={room.conversationId} />
      <h3 className={styles.heading}>{exportWords.title}</h3>
      <RoomExport id={room.conversationId} />
      <RoomHearing room={room} />
      <RoomRetention room={room} />
      <RoomAttention room={room} />
      <div className={styles.acts}>
        <Button icon={<LogOut size={16} aria-hidden />} onClick={() => setAsking('leave')}>
          {leaveWords.leaveMenu}
        </Button>
        {room.creatorUserId === me.userId && (
          <Button look="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking('delete')}>
            {leaveWords.deleteMenu}
          </Button>
        )}
      </div>
      {asking !== null && <RoomDialogs room={room} name={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
