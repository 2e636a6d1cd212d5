import { brand } from '../words/brand.ts';
import styles from './logo.module.css';

/**
 * The logo mark: a round side and a square side with touching tips. People are round and agents are square, here and in every
 * avatar.
 */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={styles.mark}>
      <path className={styles.person} d="M15.2 15.2H9.1A6.6 6.6 0 1 1 15.2 8.6Z" />
      <path className={styles.agent} d="M16.8 16.8h8.2a4 4 0 0 1 4 4v4.4a4 4 0 0 1-4 4h-4.2a4 4 0 0 1-4-4Z" />
    </svg>
  );
}

/** The logo mark with the name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <Mark />
      <svg viewBox="0 0 88 32" width={77} height={28} role="img" aria-label={brand} className={styles.word}>
        <path d="M2 9.5V28M15 15.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM32.5 15.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM32.5 9.5V22" />
        <path d="M38.5 9.5V22M38.5 15.5a6.2 6.2 0 0 1 5.8-6.4M49.5 3v19M55 15.5h13a6.5 6.5 0 1 0-2.4 5" />
        <path d="M73.5 9.5v5.6a5.5 5.5 0 0 0 11 0V9.5M84.5 9.5v13a5.5 5.5 0 0 1-10 3.1" />
      </svg>
    </span>
  );
}
