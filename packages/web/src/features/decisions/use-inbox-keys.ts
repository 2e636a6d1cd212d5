import { useEffect, useRef } from 'react';

/** What each key does; `preventDefault` is done for it. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Calls what a key is for, but never while somebody types, a dialog is open, or a control takes the key itself. */
export function useInboxKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
      const act = latest.current[event.key];
      if (!act || isTaken(event)) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [role="menu"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select')) return true;
  return key === 'Enter' && target.closest('a, button, summary') !== null;
}
