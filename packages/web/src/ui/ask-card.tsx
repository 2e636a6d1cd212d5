import { Fragment, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { askWords as words } from '../words/asking.ts';
import { readingWords } from '../words/reading.ts';
import { coinsOf } from '../words/coins.ts';
import { AskFoot } from './ask-card-foot.tsx';
import type { AcceptOption, WiderAccept } from './ask-card-buttons.tsx';
import type { AskState, Decision } from './ask-card-status.tsx';
import styles from './ask-card.module.css';
import { AskFacts } from './ask-facts.tsx';
import type { AskFact, ChangeableFact } from './ask-facts.tsx';
import type { FactEdit } from './ask-fact-edit.tsx';
import { boundFacts } from './bound-facts.ts';
import { fillIn } from './fill-in.tsx';
import { fullTime } from './format-time.ts';
import { spelled } from './spelled-text.ts';
import { Spelled } from './spelled.tsx';
import { timeLeft } from './time-left.ts';
import { useNow } from './use-now.ts';
import { useReadThrough } from './use-read-through.ts';

export type { AskState, Decision } from './ask-card-status.tsx';

export interface AskCardProps {
  /** The requested action, as a sentence with a verb: “Pay 3 coins to Gardener”. */
  readonly title: string;
  /** The name of the asker. */
  readonly asker: string;
  /** The person behind the request, if not the asker. */
  readonly behalf?: string;
  /** The purpose, as the end of “… asks”. */
  readonly purpose?: string;
  /** Facts that the platform knows, such as the scope. */
  readonly facts?: readonly AskFact[];
  /** The asker's own explanations. The decision does not cover them. */
  readonly remarks?: readonly AskFact[];
  /** The value that the decision covers; the card shows every member of it. Omitted if there is no such value. */
  readonly bound?: unknown;
  /** The values that can be changed before the decision, by their JSON Pointers in `bound`. */
  readonly edits?: ReadonlyMap<string, FactEdit> | undefined;
  /** The values that the person changed, as they were proposed, by their JSON Pointers in `bound`. */
  readonly changes?: ReadonlyMap<string, string> | undefined;
  /** The complete arguments, shown as JSON on request. */
  readonly exact?: unknown;
  /** Options to choose before the decision. */
  readonly children?: ReactNode;
  /** The cost and the user's balance in coins; the balance is null if unknown. */
  readonly cost?: { readonly coins: number; readonly balance: number | null } | null;
  /** When the request expires (ISO 8601); null if it does not or if unknown. */
  readonly expiresAt?: string | null;
  /** A note about the origin of the text. */
  readonly remark?: string;
  /** The labels of the two buttons: verbs for the actions. */
  readonly accept: string;
  readonly refuse?: string;
  /** The ways to accept, of which the person chooses one, in place of `accept`. */
  readonly options?: readonly AcceptOption[] | undefined;
  /** Where the person says why, and reads it afterwards; null keeps its row empty, so that a decision moves nothing. */
  readonly why?: ReactNode;
  /** Why accepting cannot succeed now; null if it can. */
  readonly cannot?: string | null;
  readonly state: AskState;
  readonly onDecide?: ((decision: Decision, option?: string) => void) | null;
  /** The receipt of the decision, once it is made. */
  readonly receipt?: ReactNode;
  /** Another way to accept; null keeps its row empty, so that a decision moves nothing. */
  readonly wider?: WiderAccept | null | undefined;
  /** What a wider acceptance began. */
  readonly began?: ReactNode;
  /** Called once the lines with the outcome are in view. */
  readonly onSeen?: (() => void) | undefined;
}

/**
 * A card that asks for a decision; looks the same everywhere. A decision changes its last two lines, but neither its size nor anything
 * above them. The card does not decide itself: it calls `onDecide`, and `state` shows the result.
 */
export function AskCard(props: AskCardProps) {
  const { title, asker, bound, remarks = [], exact, expiresAt = null } = props;
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { isRead, goOn } = useReadThrough(card);
  const now = useNow(15_000);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  const state: AskState = isOver && props.state.kind === 'open' ? { kind: 'expired' } : props.state;
  const waits = state.kind === 'open' || state.kind === 'sending' || state.kind === 'failed';
  const isOpen = waits && props.onDecide != null;
  return (
    <section
      ref={card}
      className={styles.card}
      data-state={state.kind}
      data-waits={isOpen || undefined}
      data-read={isRead || undefined}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <header className={styles.head}>
        <h3 id={titleId} className={styles.title} dir="auto">
          <Spelled text={title} />
        </h3>
        {expiresAt !== null && (
          <span className={styles.timed}>
            {waits && (
              <time className={styles.deadline} dateTime={expiresAt} title={words.until(fullTime(expiresAt))}>
                {timeLeft(expiresAt, now)}
              </time>
            )}
          </span>
        )}
      </header>
      <Known {...props} waits={waits} />
      {bound !== undefined && <AskFacts title={readingWords.bound(spelled(asker))} facts={factsOf(props)} />}
      <AskFacts title={readingWords.inOwnWords(spelled(asker))} facts={remarks} />
      {props.children}
      {exact !== undefined && (
        <details className={styles.exact}>
          <summary>{words.exact}</summary>
          <pre tabIndex={0} role="region" aria-label={words.exact}>
            <Json value={exact} />
          </pre>
        </details>
      )}
      {props.why !== undefined && <div className={styles.why}>{props.why}</div>}
      <AskFoot {...props} state={state} onUnread={isRead ? null : goOn} />
    </section>
  );
}

/** Returns a row for each value that the decision covers; a value that can be changed, or was changed, has its own. */
function factsOf({ bound, edits, changes }: AskCardProps): ChangeableFact[] {
  const single = [...(edits?.keys() ?? []), ...(changes?.keys() ?? [])];
  return boundFacts(bound, single).map((fact) => ({
    ...fact,
    edit: edits?.get(fact.pointer),
    was: changes?.get(fact.pointer),
  }));
}

/** Shows the facts that the platform vouches for: the asker, the person behind the request, the terms and the cost. */
function Known({
  asker,
  behalf,
  purpose,
  remark,
  facts = [],
  cost,
  waits,
}: AskCardProps & { readonly waits: boolean }) {
  return (
    <>
      <p className={styles.who}>
        {fillIn(words.asks, {
          asker: (
            <bdi>
              <Spelled text={asker} />
            </bdi>
          ),
          purpose: purpose !== undefined && ` ${purpose}`,
          behalf: behalf !== undefined && fillIn(words.behalf, { behalf: <bdi>{spelled(behalf)}</bdi> }),
        })}
        {remark !== undefined && <span className={styles.remark}> {remark}</span>}
      </p>
      {cost && <Cost coins={cost.coins} balance={waits ? cost.balance : null} />}
      <AskFacts isPlatform title={readingWords.platform} facts={facts} />
    </>
  );
}

/** Shows JSON with one line per member. Every line break is the platform's own: line breaks in a text appear as `\n`. */
function Json({ value }: { readonly value: unknown }) {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line, index) => (
      <Fragment key={index}>
        {index > 0 && '\n'}
        <Spelled text={line} />
      </Fragment>
    ));
}

function Cost({ coins, balance }: { readonly coins: number; readonly balance: number | null }) {
  const lacks = balance !== null && balance < coins;
  return (
    <p className={styles.cost} data-lacks={lacks || undefined}>
      <strong>{coinsOf(coins)}</strong>
      {balance !== null && ` · ${words.youHave(balance, coins)}`}
    </p>
  );
}
