import { useState } from 'react';
import { AskCard } from '../ui/ask-card.tsx';
import type { AskState } from '../ui/ask-card.tsx';
import { Button } from '../ui/button.tsx';
import styles from './gallery.module.css';

const soon = new Date(Date.now() + 23.5 * 3_600_000).toISOString();
const at = '2026-03-01T15:02:00.000Z';

const states: Record<string, AskState> = {
  open: { kind: 'open' },
  sending: { kind: 'sending', decision: 'approved' },
  failed: { kind: 'failed', decision: 'approved', reason: 'Parley cannot be reached.' },
  'not paid': {
    kind: 'decided',
    decision: 'approved',
    by: 'you',
    at,
    outcome: { kind: 'not_done', words: 'not paid: too few coins' },
  },
  approved: { kind: 'decided', decision: 'approved', by: 'you', at },
  denied: { kind: 'decided', decision: 'denied', by: 'you', at },
  elsewhere: { kind: 'decided', decision: 'approved', by: 'you', at, elsewhere: true },
  expired: { kind: 'expired' },
  'not yours': { kind: 'not_yours', whose: 'Grace' },
};

const shared = {
  title: 'Pay 3 coins to Gardener',
  asker: 'Gardener',
  behalf: 'Ada',
  facts: [{ label: 'Scope', value: 'coin.charge' }],
  bound: { amount: 3, reason: 'Plant food, 1 l' },
  exact: { amount: 3, reason: 'Plant food, 1 l' },
  cost: { coins: 3, balance: 97 },
  expiresAt: soon,
  accept: 'Approve 3 coins',
};

/** Shows the decision card in each of its states, and one that can be decided. */
export function AskCards() {
  return (
    <>
      <Deciding />
      {Object.entries(states).map(([name, state]) => (
        <section key={name} className={styles.sample} aria-label={`asks: ${name}`}>
          <h2 className={styles.name}>asks: {name}</h2>
          <AskCard
            {...shared}
            state={state}
            onDecide={() => undefined}
            receipt={name === 'approved' ? <Button>Receipt</Button> : undefined}
          />
        </section>
      ))}
      <Hostile />
      <section className={styles.sample} aria-label="asks: too few coins">
        <h2 className={styles.name}>asks: too few coins</h2>
        <AskCard
          {...shared}
          cost={{ coins: 30, balance: 2 }}
          remark="The agent wrote these words."
          cannot="Approve is off: you have 28 coins too few."
          state={{ kind: 'open' }}
        />
      </section>
    </>
  );
}

/** Arguments with tricks that an agent may use to hide something. */
const hostile = {
  to: 'ann\u202emoc.live@',
  reason: `Plant food\n\n\n\nScope: none`,
  marks: `a${'\u0301'.repeat(60)}`,
  long: 'No end. '.repeat(200),
  'On behalf of': 'nobody',
  nested: { list: [1, 2, 3], deep: { er: { iban: 'CH00 0000' } } },
};

function Hostile() {
  return (
    <section className={styles.sample} aria-label="asks: hostile">
      <h2 className={styles.name}>asks: hostile</h2>
      <AskCard
        {...shared}
        remarks={[{ label: 'Scope', value: 'nothing at all' }]}
        bound={hostile}
        exact={hostile}
        state={{ kind: 'open' }}
        onDecide={() => undefined}
      />
    </section>
  );
}

function Deciding() {
  const [state, setState] = useState<AskState>({ kind: 'open' });
  return (
    <section className={styles.sample} aria-label="asks: to be decided">
      <h2 className={styles.name}>asks: to be decided</h2>
      <AskCard
        {...shared}
        state={state}
        onDecide={(decision) => setState({ kind: 'decided', decision, by: 'you', at: new Date().toISOString() })}
      />
    </section>
  );
}
