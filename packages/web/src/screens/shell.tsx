import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { AppKeys } from '../features/rooms/app-keys.tsx';
import { SwitcherDialog, prepareSwitcher } from '../features/rooms/switcher-dialog.tsx';
import { usePlace } from '../navigation/use-place.ts';
import { Part } from '../ui/part.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { useMedia } from '../ui/use-media.ts';
import { Announcement } from './announcement.tsx';
import { ConnectionLine } from './connection-line.tsx';
import styles from './shell.module.css';
import { Rail } from './rail.tsx';
import { ShellContext } from './shell-context.ts';
import type { ShellDialog } from './shell-context.ts';
import { Sidebar } from './sidebar.tsx';
import { SkipLinks } from './skip-links.tsx';

const NewConversation = lazy(async () => ({
  default: (await import('../features/rooms/new-conversation.tsx')).NewConversation,
}));
const OpenRoomTask = lazy(async () => ({ default: (await import('./open-room-task.tsx')).OpenRoomTask }));

/** The layout of the app: the rail, the list of rooms if a room page is open, and the open page. A narrow screen shows one of them. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = usePlace();
  const pane = paneOf(pathname);
  const isListAlone = useMedia('(max-width: 720px)') && pane === 'list';
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  useSwitcherShortcut(() => setDialog('switcher'));
  useKeptFocus();
  const openers = { newConversation: () => setDialog('new'), giveTask: () => setDialog('task') };

  return (
    <ShellContext value={setDialog}>
      <SkipLinks />
      <div className={styles.shell} data-pane={pane}>
        <Rail />
        {pane !== 'page' && <Sidebar isAlone={isListAlone} />}
        <main id="main" className={styles.main} tabIndex={-1}>
          {!isListAlone && <ConnectionLine />}
          {!isListAlone && <Announcement />}
          {children}
        </main>
      </div>
      <AppKeys />
      <Part key={dialog} onFail={() => setDialog(null)}>
        <Suspense>
          {dialog === 'new' && <NewConversation onClose={() => setDialog(null)} />}
          {dialog === 'task' && <OpenRoomTask onClose={() => setDialog(null)} />}
        </Suspense>
        {dialog === 'switcher' && <SwitcherDialog openers={openers} onClose={() => setDialog(null)} />}
      </Part>
    </ShellContext>
  );
}

function paneOf(pathname: string): 'list' | 'room' | 'page' {
  if (pathname === '/') return 'list';
  return pathname.startsWith('/c/') ? 'room' : 'page';
}

/** Handles Ctrl+K, or Cmd+K, on every screen. */
function useSwitcherShortcut(open: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Control' || event.key === 'Meta') prepareSwitcher();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
