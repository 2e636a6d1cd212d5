import type { Message } from '@parley/protocol';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { reactionWords as words } from '../../../words/reactions.ts';
import { findEmoji } from './emoji-names.ts';
import { pickReaction } from './picked.ts';
import styles from './reaction-picker.module.css';
import { useReact } from './use-react.ts';

/**
 * Offers common emoji, found by name, and takes any that is typed or pasted. Enter in the field takes the first; arrows move between
 * the emoji.
 */
export function ReactionPicker({ message }: { readonly message: Message }) {
  const react = useReact(message);
  const [query, setQuery] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const found = findEmoji(query);

  function pick(emoji: string): void {
    pickReaction(null);
    react(emoji, true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = nextOf(event.key, at, rowLength(buttons));
    if (next === null) return;
    event.preventDefault();
    if (next >= 0) buttons[Math.min(next, buttons.length - 1)]?.focus();
    else document.querySelector<HTMLElement>('dialog[open] input')?.focus();
  }

  return (
    <Dialog title={words.title} onClose={() => pickReaction(null)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0] && query.trim() !== '') pick(found[0].emoji);
        }}
        onKeyDown={onKeyDown}
      >
        <TextField
          label={words.search}
          value={query}
          autoComplete="off"
          onChange={({ target }) => setQuery(target.value)}
        />
        <div ref={grid} role="group" aria-label={words.found} className={styles.grid}>
          {found.map(({ emoji, name }, index) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              title={name}
              aria-label={name}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => pick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
        {found.length === 0 && <p role="status">{words.none}</p>}
      </form>
    </Dialog>
  );
}

/** Returns the emoji that a key moves to, counted from 0; -1 for the field, null if the key does not move. */
function nextOf(key: string, at: number, row: number): number | null {
  if (at < 0) return key === 'ArrowDown' ? 0 : null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return Math.max(0, at + (isForward(key) ? 1 : -1));
    case 'ArrowDown':
      return at + row;
    case 'ArrowUp':
      return Math.max(-1, at - row);
    default:
      return null;
  }
}

/** Rows run from the right where the page does. */
function isForward(key: 'ArrowLeft' | 'ArrowRight'): boolean {
  return (key === 'ArrowRight') === (document.documentElement.dir !== 'rtl');
}

/** Returns how many buttons the first row of the grid holds. */
function rowLength(buttons: readonly HTMLElement[]): number {
  const top = buttons[0]?.offsetTop;
  const next = buttons.findIndex(({ offsetTop }) => offsetTop !== top);
  return next < 0 ? Math.max(1, buttons.length) : next;
}
