import type { ListedConversation } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';

/** Returns the handler of the list's keys: Alt+P pins or unpins the room that has the focus, Alt+A archives or unarchives it. */
export function roomListKeys(client: QueryClient, rooms: readonly ListedConversation[]) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { code, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    // The character of Alt with a letter depends on the keyboard layout, so the key code counts.
    if (!altKey || ctrlKey || metaKey || shiftKey || (code !== 'KeyP' && code !== 'KeyA')) return;
    const row = target instanceof Element ? target.closest('li') : null;
    const room = rooms[[...(row?.parentElement?.children ?? [])].indexOf(row as Element)];
    if (!row || !room) return;
    event.preventDefault();
    // An archived room leaves the list, and the focus goes to a neighbor.
    const near = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('a');
    void import('./place-room.ts').then(
      ({ togglePinned, toggleArchived }) => {
        if (code === 'KeyP') return togglePinned(client, room);
        near?.focus();
        toggleArchived(client, room);
      },
      () => undefined,
    );
  };
}
