import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelSectionProps {
  readonly title: string;
  /** Where more of it is. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One question that the panel answers. */
export function PanelSection({ title, action, children }: PanelSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
