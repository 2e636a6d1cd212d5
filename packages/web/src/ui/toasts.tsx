import { useSyncExternalStore } from 'react';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
}

const shownMs = 5000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const readers = new Set<() => void>();

/** Shows one sentence about a finished action for `forMs` milliseconds. */
export function toast(text: string, forMs = shownMs): void {
  const id = ++lastId;
  replace([...toasts, { id, text }]);
  setTimeout(() => replace(toasts.filter((each) => each.id !== id)), forMs);
}

/** Shows the toasts; mounted once. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <p key={id} className={styles.toast}>
          {text}
        </p>
      ))}
    </div>
  );
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
