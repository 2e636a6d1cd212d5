import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one action to offer. */
  readonly action?: ReactNode;
  readonly art?: ReactNode;
  /** Whether it is the whole page, so that its title is the page's heading. */
  readonly isPage?: boolean;
}

/** Shown instead of an empty list: an explanation of the place, and one action. */
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
