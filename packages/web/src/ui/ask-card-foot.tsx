import { Check, Clock, Lock, TriangleAlert, X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { askWords as words } from '../words/asking.ts';
import { readingWords } from '../words/reading.ts';
import styles from './ask-card.module.css';
import { Button } from './button.tsx';
import { fillIn } from './fill-in.tsx';
import { clockTime, fullTime } from './format-time.ts';
import { spelled } from './spelled-text.ts';
import { useInView } from './use-in-view.ts';

export type Decision = 'approved' | 'denied';

/** The state of a request for a decision, as the user sees it. */
export type AskState =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending'; readonly decision: Decision }
  /** The decision could not be sent; the request is still open. */
  | { readonly kind: 'failed'; readonly decision: Decision; readonly reason: string }
  | {
      readonly kind: 'decided';
      readonly decision: Decision;
      /** The name of the person who decided, or “you”. */
      readonly by: string;
      readonly at: string | null;
      /** Whether the decision was made elsewhere, not on this page. */
      readonly elsewhere?: boolean;
      /** Whether it was denied because the user stopped the answer that asked. */
      readonly stopped?: boolean;
      /** The result of the decision, if known: done, not done, or under way. */
      readonly outcome?: { readonly kind: 'done' | 'not_done' | 'under_way'; readonly words: string } | null;
    }
  | { readonly kind: 'expired' }
  /** Nothing is known except that it was asked. */
  | { readonly kind: 'unknown' }
  /** Another person decides. */
  | { readonly kind: 'not_yours'; readonly whose: string | null; readonly hasLeft?: boolean };

interface AskFootProps {
  readonly state: AskState;
  readonly accept: string;
  readonly refuse?: string;
  readonly onDecide?: ((decision: Decision) => void) | null;
  /** Why accepting cannot succeed now; null if it can. */
  readonly cannot?: string | null;
  /** Scrolls to an unseen part of the card; null if all of it has been seen. */
  readonly onUnread?: (() => void) | null;
  readonly receipt?: ReactNode;
  /** Called once these lines are in view. */
  readonly onSeen?: (() => void) | undefined;
}

/** Shows the two lines that a decision changes: a sentence, and below it the buttons or the receipt. */
export function AskFoot(props: AskFootProps) {
  const {
    state,
    accept,
    refuse = words.deny,
    onDecide = null,
    cannot = null,
    onUnread = null,
    receipt,
    onSeen,
  } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const statusId = useId();
  useInView(status, onSeen);
  const isOpen = state.kind === 'open' || state.kind === 'sending' || state.kind === 'failed';
  const sending = state.kind === 'sending' ? state.decision : null;
  const decide = (decision: Decision) => {
    // The buttons disappear, so the focus moves to the result.
    status.current?.focus({ preventScroll: true });
    onDecide?.(decision);
  };
  const waitsFor = state.kind === 'open' && onDecide !== null ? (cannot ?? (onUnread && readingWords.unread)) : null;
  const button = (decision: Decision) => ({
    busy: sending === decision,
    disabled: sending !== null || onDecide === null,
    onClick: () => decide(decision),
  });
  return (
    <div className={styles.foot}>
      <p ref={status} id={statusId} className={styles.status} role="status" tabIndex={-1}>
        {waitsFor ?? <Status state={state} />}
      </p>
      {state.kind !== 'unknown' && state.kind !== 'not_yours' && (
        <div className={styles.actions}>
          {isOpen ? (
            <>
              <Button data-refuse {...button('denied')}>
                {refuse}
              </Button>
              <Button
                look="primary"
                data-accept
                {...button('approved')}
                {...(onUnread && { onClick: onUnread, 'aria-disabled': true })}
                {...(cannot !== null && { disabled: true })}
                {...(waitsFor !== null && { 'aria-describedby': statusId })}
              >
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
  return whose === null ? words.notYours : words.onlyThey(spelled(whose));
}

function Outcome(props: Extract<AskState, { kind: 'decided' }>) {
  const { decision, by, at, elsewhere = false, stopped = false, outcome = null } = props;
  const failed = outcome?.kind === 'not_done';
  const Icon = failed ? TriangleAlert : decision === 'approved' ? (outcome?.kind === 'under_way' ? Clock : Check) : X;
  return (
    <>
      <Icon size={16} aria-hidden className={failed ? styles.denied : styles[decision]} />
      <span>
        {failed && (
          <>
            <strong>{words.notDone(outcome.words)}</strong>
            {' · '}
          </>
        )}
        {fillIn(stopped ? words.stoppedBy : words.decidedBy, {
          decision: failed ? words[decision] : <strong>{words[decision]}</strong>,
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
        {outcome && !failed && ` · ${outcome.words}`}
      </span>
    </>
  );
}
