import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './frame.module.css';

export interface FrameProps {
  readonly icon?: ReactNode;
  /** What kind of thing this is, in a word or two. */
  readonly kind?: string;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Takes all the width there is, for what is drawn to it. */
  readonly isWide?: boolean;
  /** What the reader must not miss: `asks` for a person, `tells` what comes next. */
  readonly tone?: 'asks' | 'tells';
}

/** The frame that a block other than text stands in. */
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

/** A remark in smaller, softer type. */
export function Aside({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.aside} dir="auto">
      {children}
    </p>
  );
}
