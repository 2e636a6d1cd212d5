import styles from './inbox.module.css';

const keys = [
  ['j', 'next'],
  ['k', 'before'],
  ['a', 'approve'],
  ['d', 'deny'],
  ['e', 'done'],
  ['Enter', 'open'],
] as const;

/** Which keys do what here. */
export function InboxKeys() {
  return (
    <ul className={styles.keys} aria-label="Keys">
      {keys.map(([key, act]) => (
        <li key={key}>
          <kbd>{key}</kbd> {act}
        </li>
      ))}
    </ul>
  );
}
