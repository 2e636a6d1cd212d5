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
  facts: [
    { label: 'For', value: 'Plant food, 1 l' },
    { label: 'Scope', value: 'coin.charge' },
  ],
  exact: { amount: 3, reason: 'Plant food, 1 l' },
  cost: { coins: 3, balance: 97 },
  expiresAt: soon,
  accept: 'Approve 3 coins',
};

/** The card that asks, in each of its states, and one to decide on. */
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
      <section className={styles.sample} aria-label="asks: too few coins">
        <h2 className={styles.name}>asks: too few coins</h2>
        <AskCard
          {...shared}
          cost={{ coins: 30, balance: 2 }}
          remark="The agent wrote these words."
          state={{ kind: 'open' }}
        />
      </section>
    </>
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
