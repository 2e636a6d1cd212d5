import { useState } from 'react';
import { roomPlaceWords as words } from '../../words/room-places.ts';
import styles from './room-filter.module.css';

/** The rooms that the list shows. */
export type Shown = 'all' | 'unread' | 'archived';

const choices: readonly Shown[] = ['all', 'unread', 'archived'];

/** The choice outlives the list: on a phone, an open room takes the list's place. */
let kept: Shown = 'all';

/** Returns which rooms the list shows, and a function to change that. */
export function useShown(): readonly [Shown, (shown: Shown) => void] {
  const [shown, set] = useState(kept);
  return [
    shown,
    (next) => {
      kept = next;
      set(next);
    },
  ];
}

export interface RoomFilterProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

/** Chooses between all rooms, the unread and the archived ones. */
export function RoomFilter({ shown, onShow }: RoomFilterProps) {
  return (
    <div role="group" aria-label={words.show} className={styles.filter}>
      {choices.map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === shown} onClick={() => onShow(choice)}>
          {words[choice]}
        </button>
      ))}
    </div>
  );
}
