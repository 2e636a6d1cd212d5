import { useSyncExternalStore } from 'react';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction | undefined;
}

/** A button in a toast. Pressing it ends the toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

const shownMs = 5000;
let toasts: readonly Toast[] = [];
let lastId = 0;
let afterAction: HTMLElement | null = null;
const readers = new Set<() => void>();

/** Shows one sentence about a finished action for `forMs` milliseconds. */
export function toast(text: string, forMs = shownMs, action?: ToastAction): void {
  const id = ++lastId;
  replace([...toasts, { id, text, action }]);
  setTimeout(() => remove(id), forMs);
}

/** Moves the focus to the action of the newest toast, and to `next` when that toast ends. */
export function focusAction(next: HTMLElement | null): void {
  afterAction = next;
  document.querySelector<HTMLElement>(`.${styles.toasts} p:last-child button`)?.focus();
}

/** Shows the toasts; mounted once. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <p key={id} className={styles.toast}>
          {text}
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                remove(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function remove(id: number): void {
  if (document.activeElement?.closest(`.${styles.toasts}`)) afterAction?.focus({ preventScroll: true });
  replace(toasts.filter((each) => each.id !== id));
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
