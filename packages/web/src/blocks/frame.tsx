import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './frame.module.css';

export interface FrameProps {
  readonly icon?: ReactNode;
  /** The kind of block, in a word or two. */
  readonly kind?: string;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Uses the full width, for drawings. */
  readonly isWide?: boolean;
  /** Emphasizes the frame: `asks` for a person, `tells` the next step. */
  readonly tone?: 'asks' | 'tells';
}

/** The frame of every block except text. */
export function Frame({ icon, kind, title, children, isWide = false, tone }: FrameProps) {
  return (
    <div
      role="group"
      className={classNames(styles.frame, isWide && styles.wide, tone && styles[tone])}
      aria-label={kind}
    >
      {kind && (
        <p className={styles.kind}>
          {icon}
          {kind}
        </p>
      )}
      {title && (
        <h3 className={styles.title} dir="auto">
          {title}
        </h3>
      )}
      {children}
    </div>
  );
}

/** Shows a remark in smaller, softer type. */
export function Aside({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.aside} dir="auto">
      {children}
    </p>
  );
}
