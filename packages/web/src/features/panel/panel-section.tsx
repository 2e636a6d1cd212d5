import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelSectionProps {
  readonly title: string;
  /** A link to more of the same. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Shows one section of the panel. */
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

export interface FoldedSectionProps {
  readonly title: string;
  readonly startsOpen: boolean;
  readonly children: ReactNode;
}

/** Shows a collapsible section. Its content is neither loaded nor rendered before it is opened. */
export function FoldedSection({ title, startsOpen, children }: FoldedSectionProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={16} aria-hidden />
          {title}
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}
