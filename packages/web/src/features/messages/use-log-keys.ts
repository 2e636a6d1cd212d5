import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

export interface LogKeys {
  readonly toUnread: () => void;
  readonly toEnd: () => void;
}

/**
 * Alt+PageUp goes to the first unread message, Alt+PageDown to the newest, and Alt with an arrow to the next or previous
 * message.
 */
export function useLogKeys(log: RefObject<HTMLElement | null>, keys: LogKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isOther = !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (isOther || document.querySelector('dialog[open], [role="menu"]')) return;
      if (event.key === 'PageUp') latest.current.toUnread();
      else if (event.key === 'PageDown') latest.current.toEnd();
      else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
        step(log.current, event.key === 'ArrowUp' ? -1 : 1);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [log]);
}

/** Moves the focus from the focused message to the next, or from elsewhere to the lowest message on the screen. */
function step(log: HTMLElement | null, by: -1 | 1): void {
  if (!log) return;
  const messages = [...log.querySelectorAll<HTMLElement>('article[tabindex]')].sort(
    (one, other) => topOf(one) - topOf(other),
  );
  const at = messages.findIndex((message) => message.contains(document.activeElement));
  const bottom = log.getBoundingClientRect().bottom;
  const next = at < 0 ? messages.findLast((message) => topOf(message) < bottom) : messages[at + by];
  // The composer is below the last message.
  if (!next) return by > 0 ? document.getElementById('composer')?.focus() : undefined;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
