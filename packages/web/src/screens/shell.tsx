import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ConnectionLine } from './connection-line.tsx';
import styles from './shell.module.css';
import { ShellContext } from './shell-context.ts';
import type { ShellDialog } from './shell-context.ts';
import { Sidebar } from './sidebar.tsx';

const NewConversation = lazy(async () => ({
  default: (await import('../features/rooms/new-conversation.tsx')).NewConversation,
}));
const RoomSwitcher = lazy(async () => ({
  default: (await import('../features/rooms/room-switcher.tsx')).RoomSwitcher,
}));

/** The two panes of the app: rooms at the left, what is open at the right. A narrow screen shows one of them. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  useSwitcherShortcut(() => setDialog('switcher'));

  return (
    <ShellContext value={setDialog}>
      <a href="#main" className={styles.skip}>
        Skip to the conversation
      </a>
      <div className={styles.shell} data-pane={pathname === '/' ? 'list' : 'main'}>
        <Sidebar />
        <main id="main" className={styles.main} tabIndex={-1}>
          <ConnectionLine />
          {children}
        </main>
      </div>
      <Suspense>
        {dialog === 'new' && <NewConversation onClose={() => setDialog(null)} />}
        {dialog === 'switcher' && <RoomSwitcher onClose={() => setDialog(null)} />}
      </Suspense>
    </ShellContext>
  );
}

/** Ctrl+K, or Cmd+K, from anywhere. */
function useSwitcherShortcut(open: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
