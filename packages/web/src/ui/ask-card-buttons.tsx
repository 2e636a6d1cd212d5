import { askWords as words } from '../words/asking.ts';
import type { Decision } from './ask-card-status.tsx';
import styles from './ask-card.module.css';
import { Button } from './button.tsx';
import { Spelled } from './spelled.tsx';

/** A way to accept more than what is asked. */
export interface WiderAccept {
  readonly label: string;
  /** Why it may be worth it. */
  readonly note?: string | null;
  readonly onOpen: () => void;
}

/** One of several ways to accept, of which the person chooses one. */
export interface AcceptOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface Waiting {
  /** Whether nothing can be pressed now. */
  readonly isOff: boolean;
  /** Scrolls to an unseen part of the card; null if all of it has been seen. */
  readonly onUnread: (() => void) | null;
  /** The id of the sentence that says what accepting waits for. */
  readonly describedBy: string | undefined;
}

export interface AskButtonsProps extends Waiting {
  readonly accept: string;
  readonly refuse?: string | undefined;
  /** The decision that is on its way. */
  readonly sending: Decision | null;
  readonly cannot: string | null;
  /** The ways to accept; without any there is one button. */
  readonly options?: readonly AcceptOption[] | undefined;
  readonly onDecide: (decision: Decision, option?: string) => void;
}

/** Shows the buttons of a card: refusing first. */
export function AskButtons(props: AskButtonsProps) {
  const { accept, refuse = words.deny, options = [], sending, isOff, cannot, onUnread, describedBy, onDecide } = props;
  const accepting = {
    disabled: isOff || cannot !== null,
    'aria-disabled': onUnread ? true : undefined,
    'aria-describedby': describedBy,
  };
  return (
    <>
      <Button data-refuse busy={sending === 'denied'} disabled={isOff} onClick={() => onDecide('denied')}>
        {refuse}
      </Button>
      {options.length === 0 && (
        <Button
          look="primary"
          data-accept
          busy={sending === 'approved'}
          {...accepting}
          onClick={onUnread ?? (() => onDecide('approved'))}
        >
          {accept}
        </Button>
      )}
      {options.map(({ id, label, detail }) => (
        <Button
          key={id}
          data-option
          className={styles.option}
          {...accepting}
          onClick={onUnread ?? (() => onDecide('approved', id))}
        >
          <span>
            <Spelled text={label} />
            {detail !== undefined && (
              <span className={styles.detail}>
                <Spelled text={detail} />
              </span>
            )}
          </span>
        </Button>
      ))}
    </>
  );
}

/** Shows another way to accept, and why it may be worth it. */
export function Wider({ label, note = null, onOpen, isOff, onUnread, describedBy }: WiderAccept & Waiting) {
  return (
    <>
      {note !== null && <p className={styles.note}>{note}</p>}
      <Button
        disabled={isOff}
        aria-disabled={onUnread ? true : undefined}
        aria-describedby={describedBy}
        onClick={onUnread ?? onOpen}
      >
        {label}
      </Button>
    </>
  );
}
