import { lazy, Suspense, useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { placeWords } from '../../words/places.ts';
import { roomWords } from '../../words/rooms.ts';
import styles from './room-switcher.module.css';
import type { RoomSwitcherProps, TypedEarly } from './room-switcher.tsx';

const load = async () => ({ default: (await import('./room-switcher.tsx')).RoomSwitcher });
const RoomSwitcher = lazy(load);

/** Preloads the switcher's code. */
export function prepareSwitcher(): void {
  load().catch(() => undefined);
}

/** Opens the switcher. It records typed text from the start, before the switcher's code is loaded. */
export function SwitcherDialog({ openers, onClose }: Omit<RoomSwitcherProps, 'typed'>) {
  const typed = useRef<TypedEarly>({ text: '', isEntered: false });
  return (
    <Dialog title={roomWords.goTo} bare onClose={onClose}>
      <Suspense
        fallback={
          <input
            autoFocus
            className={styles.input}
            aria-label={roomWords.goTo}
            placeholder={`${placeWords.palette}…`}
            onChange={({ target }) => (typed.current = { text: target.value, isEntered: false })}
            onKeyDown={({ key }) => {
              if (key === 'Enter') typed.current.isEntered = true;
            }}
          />
        }
      >
        <RoomSwitcher typed={typed} openers={openers} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
