import { Check, Clock, Lock, TriangleAlert, X } from 'lucide-react';
import { askWords as words } from '../words/asking.ts';
import styles from './ask-card.module.css';
import { fillIn } from './fill-in.tsx';
import { clockTime, fullTime } from './format-time.ts';
import { spelled } from './spelled-text.ts';

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

/** Says where a request for a decision stands. */
export function Status({ state }: { readonly state: AskState }) {
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
