import { Search, SquarePen } from 'lucide-react';
import { RoomList } from '../features/rooms/room-list.tsx';
import { AccountMenu } from '../features/session/account-menu.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { placeWords } from '../words/places.ts';
import { roomWords } from '../words/rooms.ts';
import { Announcement } from './announcement.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { LazyBegin } from './lazy-begin.tsx';
import { useShellDialog } from './shell-context.ts';
import styles from './sidebar.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shows the switcher's button, the list of rooms, and the signed-in person. `isAlone`: shows a lost connection too. */
export function Sidebar({ isAlone }: { readonly isAlone: boolean }) {
  const open = useShellDialog();
  return (
    <div className={styles.sidebar}>
      {isAlone && <ConnectionLine />}
      {isAlone && <Announcement />}
      <header className={styles.head}>
        <h2>{placeWords.rooms}</h2>
        <IconButton label={roomWords.newRoom} onClick={() => open('new')}>
          <SquarePen size={20} aria-hidden />
        </IconButton>
      </header>
      <button type="button" className={styles.find} onClick={() => open('switcher')}>
        <Search size={16} aria-hidden />
        {roomWords.goTo}
        <kbd>{roomWords.goToKeys[isApple ? 'apple' : 'other']}</kbd>
      </button>
      <nav className={styles.rooms} aria-label={roomWords.rooms}>
        <RoomList
          newRoom={
            <div className={styles.begin}>
              <Button look="primary" onClick={() => open('new')}>
                {roomWords.newRoom}
              </Button>
              <LazyBegin />
            </div>
          }
        />
      </nav>
      <footer className={styles.foot}>
        <AccountMenu />
      </footer>
    </div>
  );
}
