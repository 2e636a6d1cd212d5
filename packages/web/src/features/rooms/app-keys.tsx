import { lazy, Suspense, useEffect, useState } from 'react';
import { focusNextWaiting } from '../../ui/next-waiting.ts';

const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }));

const takesKeys = 'input, textarea, select, [contenteditable="true"], [role="menu"], dialog';

/** Handles the app-wide keys: `?` shows all keys, and Alt+W goes to the next pending decision. */
export function AppKeys() {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      // The character of Alt with a letter depends on the keyboard layout, so the key code counts.
      if (event.altKey && !event.shiftKey && event.code === 'KeyW') {
        if (focusNextWaiting()) event.preventDefault();
        return;
      }
      const target = event.target instanceof Element ? event.target : null;
      if (event.key !== '?' || event.altKey || target?.closest(takesKeys)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    }
    // In the capture phase, before the room moves typed letters to the composer.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return (
    isOpen && (
      <Suspense>
        <Shortcuts onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
