import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './called.module.css';

export interface CalledProps {
  readonly sentence: string;
  /** Whether the page was opened at a message inside. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Shows a call between agents as one line that unfolds to what was said. */
export function Called({ sentence, isOpen, children }: CalledProps) {
  return (
    <details className={styles.called} open={isOpen}>
      <summary className={styles.line}>
        <ChevronRight className={styles.turn} size={14} aria-hidden />
        <span>{sentence}</span>
      </summary>
      {children}
    </details>
  );
}
