import { useId } from 'react';
import type { ReactNode } from 'react';
import { askWords as words } from '../words/asking.ts';
import { coinsOf } from '../words/coins.ts';
import { AskFoot } from './ask-card-foot.tsx';
import type { AskState, Decision } from './ask-card-foot.tsx';
import styles from './ask-card.module.css';
import { fillIn } from './fill-in.tsx';
import { fullTime } from './format-time.ts';
import { timeLeft } from './time-left.ts';
import { useNow } from './use-now.ts';

export type { AskState, Decision } from './ask-card-foot.tsx';

export interface AskCardProps {
  /** What would be done, as a sentence with a verb: “Pay 3 coins to Gardener”. */
  readonly title: ReactNode;
  /** Who asks. */
  readonly asker: string;
  /** On whose behalf, where that is another. */
  readonly behalf?: string;
  /** What for, as the end of “… asks”. */
  readonly purpose?: string;
  /** What exactly, name by name. */
  readonly facts?: readonly { readonly label: string; readonly value: ReactNode }[];
  /** The very thing that is decided on, shown as JSON on request; left out where there is none. */
  readonly exact?: unknown;
  /** What can be chosen before one decides. */
  readonly children?: ReactNode;
  /** What it costs, and what the reader has (null where that is not known). */
  readonly cost?: { readonly coins: number; readonly balance: number | null } | null;
  /** When the question lapses (ISO 8601); null where it does not or where that is not known. */
  readonly expiresAt?: string | null;
  /** A remark on where the words come from. */
  readonly remark?: string;
  /** What the two buttons say: the acts themselves. */
  readonly accept: string;
  readonly refuse?: string;
  readonly state: AskState;
  readonly onDecide?: ((decision: Decision) => void) | null;
  /** What proves the decision, once there is one. */
  readonly receipt?: ReactNode;
}

/**
 * A card that asks for a decision, in every place the same. Deciding changes its last two lines and neither its size nor anything
 * above them. It decides nothing itself: `onDecide` is told, and `state` says what came of it.
 */
export function AskCard(props: AskCardProps) {
  const { title, asker, behalf, purpose, facts = [], exact, cost, expiresAt = null, remark } = props;
  const titleId = useId();
  const now = useNow(15_000);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  const state: AskState = isOver && props.state.kind === 'open' ? { kind: 'expired' } : props.state;
  const waits = state.kind === 'open' || state.kind === 'sending' || state.kind === 'failed';
  return (
    <section className={styles.card} data-state={state.kind} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId} className={styles.title} dir="auto">
          {title}
        </h3>
        {expiresAt !== null && waits && (
          <time className={styles.deadline} dateTime={expiresAt} title={words.until(fullTime(expiresAt))}>
            {timeLeft(expiresAt, now)}
          </time>
        )}
      </header>
      <p className={styles.who}>
        {fillIn(words.asks, {
          asker: <bdi>{asker}</bdi>,
          purpose: purpose !== undefined && ` ${purpose}`,
          behalf: behalf !== undefined && fillIn(words.behalf, { behalf: <bdi>{behalf}</bdi> }),
        })}
        {remark !== undefined && <span className={styles.remark}>{remark}</span>}
      </p>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }, index) => (
            <div key={index} className={styles.fact}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {props.children}
      {cost && <Cost coins={cost.coins} balance={waits ? cost.balance : null} />}
      {exact !== undefined && (
        <details className={styles.exact}>
          <summary>{words.exact}</summary>
          <pre tabIndex={0} role="region" aria-label={words.exact}>
            {JSON.stringify(exact, null, 2)}
          </pre>
        </details>
      )}
      <AskFoot {...props} state={state} />
    </section>
  );
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
