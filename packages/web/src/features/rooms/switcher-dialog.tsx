import { lazy, Suspense, useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { roomWords } from '../../words/rooms.ts';
import styles from './room-switcher.module.css';

const load = async () => ({ default: (await import('./room-switcher.tsx')).RoomSwitcher });
const RoomSwitcher = lazy(load);

/** Has the switcher ready before it is asked for. */
export function prepareSwitcher(): void {
  load().catch(() => undefined);
}

/** The switcher, which takes what is typed from its first moment on, before its code is there. */
export function SwitcherDialog({ onClose }: { readonly onClose: () => void }) {
  const typed = useRef('');
  return (
    <Dialog title={roomWords.goTo} bare onClose={onClose}>
      <Suspense
        fallback={
          <input
            autoFocus
            className={styles.input}
            aria-label={roomWords.goTo}
            placeholder={`${roomWords.goTo}…`}
            onChange={({ target }) => (typed.current = target.value)}
          />
        }
      >
        <RoomSwitcher typed={typed} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
