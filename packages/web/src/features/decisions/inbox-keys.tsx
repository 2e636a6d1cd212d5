import { inboxWords as words } from '../../words/inbox.ts';
import styles from './inbox.module.css';

/** Shows the keys of the inbox. */
export function InboxKeys() {
  return (
    <ul className={styles.keys} aria-label={words.keys}>
      {Object.entries(words.acts).map(([key, act]) => (
        <li key={key}>
          <kbd>{key}</kbd> {act}
        </li>
      ))}
    </ul>
  );
}
