import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { crashWords as words } from '../words/crash.ts';
import styles from './error-notice.module.css';
import { RequestError } from './request.ts';

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly action?: ReactNode;
}

/** Shows the server's sentence, how to fix the error, and the request id for support. */
export function ErrorNotice({ error, action }: ErrorNoticeProps) {
  if (!(error instanceof RequestError)) {
    return (
      <Notice tone="danger" action={action}>
        {words.notice}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" action={action}>
      <p>{error.message}</p>
      {error.hint && <p className={styles.hint}>{error.hint}</p>}
      {error.requestId && (
        <details className={styles.details}>
          <summary>{words.details}</summary>
          <code>
            {error.code} · {error.requestId}
            {error.path && ` · ${error.path}`}
          </code>
        </details>
      )}
    </Notice>
  );
}
