import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

export interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'danger';
  readonly children: ReactNode;
  /** A button or link to react to it. */
  readonly action?: ReactNode;
}

/** A sentence that the user should not miss. Screen readers announce problems. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
