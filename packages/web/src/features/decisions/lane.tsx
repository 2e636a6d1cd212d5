import { useId } from 'react';
import type { InboxItem } from './inbox-items.ts';
import styles from './inbox.module.css';
import { NewsItem } from './news-item.tsx';
import { PastQuestion } from './past-question.tsx';
import { QuestionItem } from './question-item.tsx';
import { WaitingItem } from './waiting-item.tsx';

export interface LaneProps {
  readonly title: string;
  readonly items: readonly InboxItem[];
  /** Whether its approvals are decided, and shown as one line each. */
  readonly isPast?: boolean;
  /** The key of the item that the keys act on. */
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  readonly onDone: (item: InboxItem) => void;
}

/** Shows one lane with its title; shows nothing if it is empty. */
export function Lane({ title, items, isPast = false, selected, onSelect, onDone }: LaneProps) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles.lane} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ul className={styles.items}>
        {items.map((item) => (
          <li
            key={item.key}
            data-item={item.key}
            tabIndex={-1}
            className={styles.item}
            aria-current={item.key === selected || undefined}
            onFocus={() => onSelect(item.key)}
          >
            {item.kind === 'waiting' ? (
              <WaitingItem waiting={item} onDone={() => onDone(item)} />
            ) : item.kind === 'news' ? (
              <NewsItem news={item} onDone={() => onDone(item)} />
            ) : isPast ? (
              <PastQuestion question={item} />
            ) : (
              <QuestionItem question={item} onDone={() => onDone(item)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
