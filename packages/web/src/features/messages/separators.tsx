import { dayTitle } from '../../ui/format-time.ts';
import { messageWords } from '../../words/messages.ts';
import styles from './separators.module.css';

/** Shows the date of the messages below. */
export function DaySeparator({ iso, now }: { readonly iso: string; readonly now: Date }) {
  return (
    <div className={styles.day}>
      <time dateTime={iso}>{dayTitle(iso, now)}</time>
    </div>
  );
}

/** Marks the start of the unread messages. */
export function UnreadSeparator() {
  return <div className={styles.unread}>{messageWords.fresh}</div>;
}
