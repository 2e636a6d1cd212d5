import { Link } from '@tanstack/react-router';
import { Bot, Search, SquarePen } from 'lucide-react';
import { InboxLink } from '../features/decisions/inbox-link.tsx';
import { RoomList } from '../features/rooms/room-list.tsx';
import { AccountMenu } from '../features/session/account-menu.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { useShellDialog } from './shell-context.ts';
import styles from './sidebar.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name, the way to a room, the rooms, and who is signed in. */
export function Sidebar() {
  const open = useShellDialog();
  return (
    <div className={styles.sidebar}>
      <header className={styles.head}>
        <Link to="/" className={styles.logo} aria-label="Parley, home">
          <Logo />
        </Link>
        <IconButton label="New conversation" onClick={() => open('new')}>
          <SquarePen size={20} aria-hidden />
        </IconButton>
      </header>
      <button type="button" className={styles.find} onClick={() => open('switcher')}>
        <Search size={16} aria-hidden />
        Go to a conversation
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav className={styles.places} aria-label="Places">
        <InboxLink />
      </nav>
      <nav className={styles.rooms} aria-label="Conversations">
        <RoomList
          newRoom={
            <Button look="primary" onClick={() => open('new')}>
              New conversation
            </Button>
          }
        />
      </nav>
      <footer className={styles.foot}>
        <Link to="/agents" className={styles.agents} activeProps={{ className: styles.active ?? '' }}>
          <Bot size={18} aria-hidden />
          Your agents
        </Link>
        <AccountMenu />
      </footer>
    </div>
  );
}
