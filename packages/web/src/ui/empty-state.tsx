import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to do here. */
  readonly action?: ReactNode;
  readonly art?: ReactNode;
}

/** What stands where there is nothing yet: what this place is for, and one action. */
export function EmptyState({ title, children, action, art }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {art}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
