import type { ListedConversation } from '@parley/protocol';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-header.module.css';
import { roomMembers, roomTitle } from './room-title.ts';

const loadMenu = async () => (await import('./room-menu.tsx')).RoomMenu;

/** Who this room is with. On a narrow screen it also leads back to the list. */
export function RoomHeader({ room }: { readonly room: ListedConversation }) {
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.back} aria-label="Back to all conversations">
        <ArrowLeft size={20} aria-hidden />
      </Link>
      <RoomAvatar room={room} size={36} />
      <div className={styles.names}>
        <h1 className={styles.title}>{roomTitle(room)}</h1>
        <p className={styles.members}>{roomMembers(room)}</p>
      </div>
      <LazyMenu
        load={loadMenu}
        menu={{ room }}
        trigger={<IconButton label="Conversation menu" children={<Ellipsis size={20} aria-hidden />} />}
      />
    </header>
  );
}
