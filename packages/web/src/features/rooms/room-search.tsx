import type { ConversationId } from '@parley/protocol';
import { X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
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
 * typed letters do not go elsewhere.
 */
export function RoomSearch({ conversationId, onClose }: RoomSearchProps) {
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim());
  return (
    <search
      className={styles.search}
      aria-label={words.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.bar}>
        <input
          type="search"
          autoFocus
          className={styles.input}
          aria-label={words.label}
          placeholder={words.label}
          maxLength={longestQuery}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <IconButton label={words.close} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      {query !== '' && (
        <Part onFail={onClose}>
          <Suspense>
            <Results conversationId={conversationId} query={query} />
          </Suspense>
        </Part>
      )}
    </search>
  );
}
