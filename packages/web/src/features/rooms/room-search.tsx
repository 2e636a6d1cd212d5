import type { ConversationId } from '@parley/protocol';
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { longestQuery } from '../../api/room-search.ts';
import { IconButton } from '../../ui/button.tsx';
import { Part } from '../../ui/part.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { searchWords as words } from '../../words/search.ts';
import styles from './room-search.module.css';

const Results = lazy(async () => ({ default: (await import('./search-results.tsx')).SearchResults }));

export interface RoomSearchProps {
  readonly conversationId: ConversationId;
  readonly onClose: () => void;
}

/**
 * Searches the messages of this room, and stays open while the user goes from one result to the next. The field appears at once, so that
 * typed letters do not go elsewhere. Enter opens the first result, also where it comes before the results; the arrow keys go from the
 * field to the results and back.
 */
export function RoomSearch({ conversationId, onClose }: RoomSearchProps) {
  const [typed, setTyped] = useState('');
  const [entered, setEntered] = useState<string | null>(null);
  const query = useDebounced(typed.trim());

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget, target } = event;
    if (key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      // The keys stay with the search, so that the page does not scroll.
      event.preventDefault();
      step(currentTarget, key === 'ArrowDown' ? 1 : -1);
    }
    if (key === 'Enter' && target instanceof HTMLInputElement && !event.nativeEvent.isComposing) {
      setEntered(typed.trim());
    }
  }

  return (
    <search className={styles.search} aria-label={words.title} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <input
          type="search"
          autoFocus
          className={styles.input}
          aria-label={words.label}
          placeholder={words.label}
          maxLength={longestQuery}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setEntered(null);
          }}
        />
        <IconButton label={words.close} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      {query !== '' && (
        <Part onFail={onClose}>
          <Suspense>
            <Results
              conversationId={conversationId}
              query={query}
              opensFirst={entered === query}
              onOpened={() => setEntered(null)}
            />
          </Suspense>
        </Part>
      )}
    </search>
  );
}

/** Moves the focus to the next or the previous one of the field and the results. */
function step(search: HTMLElement, by: 1 | -1): void {
  const stops = [...search.querySelectorAll<HTMLElement>('input, li > a')];
  const now = stops.findIndex((stop) => stop === document.activeElement);
  if (now >= 0) stops[now + by]?.focus();
}
