import { Command } from 'cmdk';
import { useNavigate } from '@tanstack/react-router';
import { useConversations } from '../../api/conversations.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-switcher.module.css';
import { roomMembers, roomTitle } from './room-title.ts';

/** Finds a room by a few letters of who is in it. */
export function RoomSwitcher({ onClose }: { readonly onClose: () => void }) {
  const { data: rooms = [] } = useConversations();
  const navigate = useNavigate();
  return (
    <Dialog title="Go to a conversation" bare onClose={onClose}>
      <Command label="Go to a conversation" className={styles.command} loop>
        <Command.Input autoFocus className={styles.input} placeholder="Go to a conversation…" />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.none}>No conversation of that name.</Command.Empty>
          {rooms.map((room) => (
            <Command.Item
              key={room.conversationId}
              value={room.conversationId}
              keywords={[roomTitle(room), roomMembers(room)]}
              className={styles.item}
              onSelect={() => {
                onClose();
                void navigate({ to: '/c/$conversationId', params: { conversationId: room.conversationId } });
              }}
            >
              <RoomAvatar room={room} size={28} />
              <span className={styles.title}>{roomTitle(room)}</span>
              <span className={styles.members}>{roomMembers(room)}</span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
