import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';
import styles from './page.module.css';

export interface PageProps {
  /** The target and label of the back arrow; omitted for the pages in the rail. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page with one column of content. */
export function Page({ back, title, action, children }: PageProps) {
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <ArrowLeft size={16} aria-hidden />
            {back.label}
          </Link>
        )}
        {title && (
          <header className={styles.head}>
            <h1>{title}</h1>
            {action}
          </header>
        )}
        {children}
      </div>
    </div>
  );
}
