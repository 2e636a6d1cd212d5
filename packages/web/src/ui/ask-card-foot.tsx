import { Check, Clock, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './ask-card.module.css';
import { Button } from './button.tsx';
import { clockTime, fullTime } from './format-time.ts';

export type Decision = 'approved' | 'denied';

/** Where a question stands, as its reader sees it. */
export type AskState =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending'; readonly decision: Decision }
  /** The decision did not get through; the question is still open. */
  | { readonly kind: 'failed'; readonly decision: Decision; readonly reason: string }
  | {
      readonly kind: 'decided';
      readonly decision: Decision;
      /** Who decided: a name, or “you”. */
      readonly by: string;
      readonly at: string | null;
      /** Whether that was done in another place than this page. */
      readonly elsewhere?: boolean;
    }
  | { readonly kind: 'expired' }
  /** Nothing more is known than that it was asked. */
  | { readonly kind: 'unknown' }
  /** Another person decides. */
  | { readonly kind: 'not_yours'; readonly whose: string | null };

interface AskFootProps {
  readonly state: AskState;
  readonly accept: string;
  readonly refuse?: string;
  readonly onDecide?: ((decision: Decision) => void) | null;
  readonly receipt?: ReactNode;
}

/** The two lines that a decision changes: a sentence, and below it the buttons or what proves the decision. */
export function AskFoot({ state, accept, refuse = 'Deny', onDecide = null, receipt }: AskFootProps) {
  const isOpen = state.kind === 'open' || state.kind === 'sending' || state.kind === 'failed';
  const sending = state.kind === 'sending' ? state.decision : null;
  const button = (decision: Decision) => ({
    busy: sending === decision,
    disabled: sending !== null || onDecide === null,
    onClick: () => onDecide?.(decision),
  });
  return (
    <div className={styles.foot}>
      <p className={styles.status} role="status">
        <Status state={state} />
      </p>
      {state.kind !== 'unknown' && (
        <div className={styles.actions}>
          {isOpen ? (
            <>
              <Button {...button('denied')}>{refuse}</Button>
              <Button look="primary" {...button('approved')}>
                {accept}
              </Button>
            </>
          ) : (
            receipt
          )}
        </div>
      )}
    </div>
  );
}

function Status({ state }: { readonly state: AskState }) {
  switch (state.kind) {
    case 'open':
      return 'Nothing happens before you decide.';
    case 'unknown':
      return 'Nothing happens before it is decided.';
    case 'sending':
      return state.decision === 'approved' ? 'Sending your approval' : 'Sending your denial';
    case 'failed':
      return <span className={styles.failure}>Not sent. {state.reason}</span>;
    case 'expired':
      return (
        <>
          <Clock size={16} aria-hidden /> Nobody decided in time. Nothing was done.
        </>
      );
    case 'not_yours':
      return (
        <>
          <Lock size={16} aria-hidden />{' '}
          <span>{state.whose === null ? 'This is not yours to decide.' : `Only ${state.whose} can decide this.`}</span>
        </>
      );
    case 'decided':
      return <Outcome {...state} />;
  }
}

function Outcome({ decision, by, at, elsewhere = false }: Extract<AskState, { kind: 'decided' }>) {
  const Icon = decision === 'approved' ? Check : X;
  return (
    <>
      <Icon size={16} aria-hidden className={styles[decision]} />
      <span>
        <strong>{decision === 'approved' ? 'Approved' : 'Denied'}</strong> by <bdi>{by}</bdi>
        {elsewhere && ' in another place'}
        {at !== null && (
          <>
            {', '}
            <time dateTime={at} title={fullTime(at)}>
              {clockTime(at)}
            </time>
          </>
        )}
      </span>
    </>
  );
}
