import type { ReactNode } from 'react';
import { LanguageSwitch } from '../features/session/language-switch.tsx';
import { pages } from '../navigation/paths.ts';
import { Logo } from '../ui/logo.tsx';
import { useTitle } from '../ui/use-title.ts';
import { entryWords } from '../words/entry.ts';
import styles from './entry.module.css';

export interface EntryCardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The link to another page. */
  readonly other: ReactNode;
}

/** A page outside of the rooms: what Parley is, a title, and one thing to do. */
export function EntryCard({ title, children, other }: EntryCardProps) {
  useTitle(title);
  return (
    <main className={styles.entry}>
      <div className={styles.card}>
        <Logo />
        <p className={styles.about}>
          {entryWords.whatItIs} <a href={pages.guide}>{entryWords.whatItCan}</a>
        </p>
        <h1>{title}</h1>
        {children}
        <p className={styles.other}>{other}</p>
        <LanguageSwitch />
      </div>
    </main>
  );
}
