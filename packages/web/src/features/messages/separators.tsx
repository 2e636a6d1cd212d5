import { dayTitle } from '../../ui/format-time.ts';
import { messageWords } from '../../words/messages.ts';
import styles from './separators.module.css';

/** The day that the messages below were written on. */
export function DaySeparator({ iso, now }: { readonly iso: string; readonly now: Date }) {
  return (
    <div className={styles.day}>
      <time dateTime={iso}>{dayTitle(iso, now)}</time>
    </div>
  );
}

/** Where the unread messages begin. */
export function UnreadSeparator() {
  return <div className={styles.unread}>{messageWords.fresh}</div>;
}
