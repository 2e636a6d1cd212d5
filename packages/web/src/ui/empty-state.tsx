import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to do here. */
  readonly action?: ReactNode;
  readonly art?: ReactNode;
  /** Whether it is all that the page has, so that its title is that of the page. */
  readonly isPage?: boolean;
}

/** What stands where there is nothing yet: what this place is for, and one action. */
export function EmptyState({ title, children, action, art, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      {art}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
