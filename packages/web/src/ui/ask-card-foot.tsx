import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { readingWords } from '../words/reading.ts';
import { AskButtons, Wider } from './ask-card-buttons.tsx';
import type { AskButtonsProps, WiderAccept } from './ask-card-buttons.tsx';
import { Status } from './ask-card-status.tsx';
import type { AskState, Decision } from './ask-card-status.tsx';
import styles from './ask-card.module.css';
import { useInView } from './use-in-view.ts';

interface AskFootProps extends Pick<AskButtonsProps, 'accept' | 'refuse' | 'options'> {
  readonly state: AskState;
  readonly onDecide?: ((decision: Decision, option?: string) => void) | null;
  /** Why accepting cannot succeed now; null if it can. */
  readonly cannot?: string | null;
  /** Scrolls to an unseen part of the card; null if all of it has been seen. */
  readonly onUnread?: (() => void) | null;
  readonly receipt?: ReactNode;
  /** Another way to accept, in a row of its own below the others; null keeps the row empty, so that nothing moves. */
  readonly wider?: WiderAccept | null | undefined;
  /** What a wider acceptance began, in the same row. */
  readonly began?: ReactNode;
  /** Called once these lines are in view. */
  readonly onSeen?: (() => void) | undefined;
}

/** Shows the lines that a decision changes: a sentence, and below it the buttons or the receipt. */
export function AskFoot(props: AskFootProps) {
  const {
    state,
    accept,
    refuse,
    options,
    onDecide = null,
    cannot = null,
    onUnread = null,
    receipt,
    wider,
    began,
    onSeen,
  } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const statusId = useId();
  useInView(status, onSeen);
  const isOpen = state.kind === 'open' || state.kind === 'sending' || state.kind === 'failed';
  const decide = (...made: Parameters<AskButtonsProps['onDecide']>) => {
    // The buttons disappear, so the focus moves to the result.
    status.current?.focus({ preventScroll: true });
    onDecide?.(...made);
  };
  const unread = options?.length ? readingWords.unreadOptions : readingWords.unread;
  const waitsFor = state.kind === 'open' && onDecide !== null ? (cannot ?? (onUnread && unread)) : null;
  const sending = state.kind === 'sending' ? state.decision : null;
  const isOff = sending !== null || onDecide === null;
  const describedBy = waitsFor === null ? undefined : statusId;
  return (
    <div className={styles.foot}>
      <p ref={status} id={statusId} className={styles.status} role="status" tabIndex={-1}>
        {waitsFor ?? <Status state={state} />}
      </p>
      {state.kind !== 'unknown' && state.kind !== 'not_yours' && (
        <div className={styles.actions}>
          {isOpen ? (
            <AskButtons
              {...{ accept, refuse, options, sending, isOff, cannot, onUnread, describedBy }}
              onDecide={decide}
            />
          ) : (
            receipt
          )}
        </div>
      )}
      {(wider !== undefined || began != null) && (
        <div className={styles.wider}>
          {isOpen && wider ? (
            <Wider {...wider} isOff={isOff || cannot !== null} onUnread={onUnread} describedBy={describedBy} />
          ) : (
            began
          )}
        </div>
      )}
    </div>
  );
}
