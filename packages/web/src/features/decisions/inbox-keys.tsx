import { inboxWords as words } from '../../words/inbox.ts';
import styles from './inbox.module.css';

/** Which keys do what here. */
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
