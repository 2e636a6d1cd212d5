import type { ReactNode } from 'react';
import styles from './frame.module.css';

export interface FrameProps {
  readonly icon?: ReactNode;
  /** What kind of thing this is, in a word or two. */
  readonly kind?: string;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** The frame that a block other than text stands in. */
export function Frame({ icon, kind, title, children }: FrameProps) {
  return (
    <section className={styles.frame} aria-label={kind}>
      {kind && (
        <p className={styles.kind}>
          {icon}
          {kind}
        </p>
      )}
      {title && <h3 className={styles.title}>{title}</h3>}
      {children}
    </section>
  );
}

/** A remark in smaller, softer type. */
export function Aside({ children }: { readonly children: ReactNode }) {
  return <p className={styles.aside}>{children}</p>;
}
