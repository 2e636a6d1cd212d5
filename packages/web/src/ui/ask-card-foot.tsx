import { Check, Clock, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { askWords as words } from '../words/asking.ts';
import styles from './ask-card.module.css';
import { Button } from './button.tsx';
import { fillIn } from './fill-in.tsx';
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
      /** Whether it was denied by stopping the answer that asked. */
      readonly stopped?: boolean;
    }
  | { readonly kind: 'expired' }
  /** Nothing more is known than that it was asked. */
  | { readonly kind: 'unknown' }
  /** Another person decides. */
  | { readonly kind: 'not_yours'; readonly whose: string | null; readonly hasLeft?: boolean };

interface AskFootProps {
  readonly state: AskState;
  readonly accept: string;
  readonly refuse?: string;
  readonly onDecide?: ((decision: Decision) => void) | null;
  readonly receipt?: ReactNode;
}

/** The two lines that a decision changes: a sentence, and below it the buttons or what proves the decision. */
export function AskFoot({ state, accept, refuse = words.deny, onDecide = null, receipt }: AskFootProps) {
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
              <Button data-refuse {...button('denied')}>
                {refuse}
              </Button>
              <Button look="primary" data-accept {...button('approved')}>
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
      return words.open;
    case 'unknown':
      return words.unknown;
    case 'sending':
      return words.sending[state.decision];
    case 'failed':
      return <span className={styles.failure}>{words.notSent(state.reason)}</span>;
    case 'expired':
      return (
        <>
          <Clock size={16} aria-hidden /> {words.expired}
        </>
      );
    case 'not_yours':
      return (
        <>
          <Lock size={16} aria-hidden /> <span>{whoDecides(state)}</span>
        </>
      );
    case 'decided':
      return <Outcome {...state} />;
  }
}

function whoDecides({ whose, hasLeft = false }: Extract<AskState, { kind: 'not_yours' }>): string {
  if (hasLeft) return words.left;
  return whose === null ? words.notYours : words.onlyThey(whose);
}

function Outcome({ decision, by, at, elsewhere = false, stopped = false }: Extract<AskState, { kind: 'decided' }>) {
  const Icon = decision === 'approved' ? Check : X;
  return (
    <>
      <Icon size={16} aria-hidden className={styles[decision]} />
      <span>
        {fillIn(stopped ? words.stoppedBy : words.decidedBy, {
          decision: <strong>{words[decision]}</strong>,
          who: <bdi>{by}</bdi>,
        })}
        {elsewhere && !stopped && words.elsewhere}
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
