import type { ListedConversation } from '@parley/protocol';
import { ArrowLeft, Ellipsis, Pencil, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { Part } from '../../ui/part.tsx';
import { roomWords as words } from '../../words/rooms.ts';
import { RoomAvatar } from './room-avatar.tsx';
import type { RoomDialogName } from './room-dialogs.tsx';
import styles from './room-header.module.css';
import { RoomSearch } from './room-search.tsx';
import { roomMembers, useRoomTitle } from './room-title.ts';
import { useNextUnread } from './use-next-unread.ts';
import { useNewThread, useRoomKey } from './use-new-thread.ts';

const loadMenu = async () => (await import('./room-menu.tsx')).RoomMenu;
const loadDialogs = async () => ({ default: (await import('./room-dialogs.tsx')).RoomDialogs });
const RoomDialogs = lazy(loadDialogs);

/** Preloads the dialogs' code. */
function prepareDialogs(): void {
  loadDialogs().catch(() => undefined);
}

export interface RoomHeaderProps {
  readonly room: ListedConversation;
  /** More content at the end of the line. */
  readonly children?: ReactNode;
}

/** Shows the room's name and its menu. On a narrow screen it also links back to the list. */
export function RoomHeader({ room, children }: RoomHeaderProps) {
  const title = useRoomTitle(room);
  const [asking, setAsking] = useState<RoomDialogName | null>(null);
  const [isSearching, setSearching] = useState(false);
  const newThread = useNewThread(room);
  useRoomKey('o', newThread);
  useRoomKey('f', () => setSearching(true));
  useNextUnread(room.conversationId);

  return (
    <>
      <header className={styles.header}>
        <Link to={paths.home} className={styles.back} aria-label={words.backToAll}>
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <RoomAvatar room={room} size={36} />
        <div className={styles.names}>
          <h1 className={styles.title} title={title}>
            {title}
          </h1>
          <p className={styles.members}>{roomMembers(room)}</p>
        </div>
        <span className={styles.rename}>
          <IconButton
            label={words.rename}
            onPointerEnter={prepareDialogs}
            onFocus={prepareDialogs}
            onClick={() => setAsking('rename')}
          >
            <Pencil size={16} aria-hidden />
          </IconButton>
        </span>
        <IconButton label={words.search} aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
          <Search size={20} aria-hidden />
        </IconButton>
        {children}
        <LazyMenu
          load={loadMenu}
          menu={{ room, onAsk: setAsking, onSearch: () => setSearching(true), newThread }}
          trigger={<IconButton label={words.menu} children={<Ellipsis size={20} aria-hidden />} />}
        />
      </header>
      {isSearching && (
        <RoomSearch
          conversationId={room.conversationId}
          onClose={() => {
            setSearching(false);
            document.getElementById('composer')?.focus();
          }}
        />
      )}
      <Part key={asking} onFail={() => setAsking(null)}>
        <Suspense>{asking && <RoomDialogs room={room} name={asking} onClose={() => setAsking(null)} />}</Suspense>
      </Part>
    </>
  );
}
