import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { Logo } from '../ui/logo.tsx';
import { documentTitle } from '../words/brand.ts';
import styles from './entry.module.css';
import { Leave } from './leave.tsx';

export interface EntryPageProps {
  readonly title: string;
  /** Where to go once somebody is signed in. */
  readonly next: string;
  readonly children: ReactNode;
  /** The way to the other entry. */
  readonly other: ReactNode;
}

/** A page for somebody who is not signed in yet; whoever is goes on at once. */
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
        <h1>{title}</h1>
        {children}
        <p className={styles.other}>{other}</p>
      </div>
    </main>
  );
}
