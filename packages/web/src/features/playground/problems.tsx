import { playgroundWords as words } from '../../words/playground.ts';
import type { Problem } from './validate-text.ts';
import styles from './playground.module.css';

/** Shows what the server would say of the blocks: that it takes them, or each fault with its code, its place and its hint. */
export function Problems({ problems, count }: { readonly problems: readonly Problem[]; readonly count: number }) {
  return (
    <section className={styles.verdict} aria-label={words.verdict} aria-live="polite">
      <p className={problems.length === 0 ? styles.accepted : styles.refused}>
        {problems.length === 0 ? words.accepted(count) : words.refused(problems.length)}
      </p>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ code, path, message, hint }) => (
            <li key={`${path} ${code}`} className={styles.problem}>
              <p className={styles.place}>
                <code>{code}</code>
                {path !== '' && <code>{path}</code>}
              </p>
              <p>{message}</p>
              {hint !== '' && <p className={styles.hint}>{hint}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
