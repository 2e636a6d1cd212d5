import { useEffect, useRef } from 'react';

/** The action of each key. The caller need not call `preventDefault`. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Calls the action of a pressed key, except while the user types, a dialog is open, or a control uses the key itself. */
export function usePageKeys(actions: KeyActions): void {
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
