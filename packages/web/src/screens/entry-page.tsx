import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { pages } from '../navigation/paths.ts';
import { Logo } from '../ui/logo.tsx';
import { documentTitle } from '../words/brand.ts';
import { entryWords } from '../words/entry.ts';
import styles from './entry.module.css';
import { Leave } from './leave.tsx';

export interface EntryPageProps {
  readonly title: string;
  /** The address to open after sign-in. */
  readonly next: string;
  readonly children: ReactNode;
  /** The link to the other entry page. */
  readonly other: ReactNode;
}

/** A page for signed-out people; a signed-in person is redirected at once. */
export function EntryPage({ title, next, children, other }: EntryPageProps) {
  const { data: me } = useSession();

  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);

  if (me) return <Leave toOf={() => next} />;
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
      </div>
    </main>
  );
}
