import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AskCard } from './ask-card.tsx';
import type { AskCardProps, AskState } from './ask-card.tsx';
import { timeLeft } from './time-left.ts';

afterEach(cleanup);

const inAnHour = () => new Date(Date.now() + 3_600_500).toISOString();

function show(state: AskState, change: Partial<AskCardProps> = {}): Element {
  return render(
    <AskCard
      title="Pay 3 coins to Gardener"
      asker="Gardener"
      behalf="Ada"
      facts={[{ label: 'Scope', value: 'coin.charge' }]}
      bound={{ amount: 3 }}
      exact={{ amount: 3 }}
      cost={{ coins: 3, balance: 97 }}
      expiresAt={inAnHour()}
      accept="Approve 3 coins"
      state={state}
      onDecide={() => undefined}
      {...change}
    />,
  ).container;
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const status = () => screen.getByRole('status').textContent;

describe('a card that asks', () => {
  it('says what, who, for whom, at what cost and for how long, and denies first', () => {
    const container = show({ kind: 'open' });
    expect(screen.getByRole('region', { name: 'Pay 3 coins to Gardener' })).toBeTruthy();
    expect(container.textContent).toContain('Gardener asks for Ada');
    expect(container.textContent).toContain('3 coins · you have 97');
    expect(container.querySelector('dl')?.textContent).toBe('Scopecoin.charge');
    expect(screen.getByText('1 h left')).toBeTruthy();
    expect(container.querySelector('details pre')?.textContent).toBe('{\n  "amount": 3\n}');
    expect(buttons()).toEqual(['Deny', 'Approve 3 coins']);
  });

  it('denies first also where there is a wider way to accept', () => {
    show({ kind: 'open' }, { wider: { label: 'Approve, and the same until…', note: null, onOpen: () => undefined } });
    expect(buttons()).toEqual(['Deny', 'Approve 3 coins', 'Approve, and the same until…']);
  });

  it.each([
    ['Deny', 'denied'],
    ['Approve 3 coins', 'approved'],
  ])('%s tells the decision', (name, decision) => {
    const onDecide = vi.fn();
    show({ kind: 'open' }, { onDecide });
    fireEvent.click(screen.getByRole('button', { name }));
    expect(onDecide.mock.calls).toEqual([[decision]]);
  });

  it('takes no second decision while one is on its way', () => {
    const onDecide = vi.fn();
    show({ kind: 'sending', decision: 'approved' }, { onDecide });
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(onDecide).not.toHaveBeenCalled();
    expect(status()).toBe('Sending your approval');
  });

  it('says that a decision did not get through, and can be tried again', () => {
    const onDecide = vi.fn();
    show({ kind: 'failed', decision: 'denied', reason: 'Parley cannot be reached.' }, { onDecide });
    expect(status()).toBe('Not sent. Parley cannot be reached.');
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(onDecide).toHaveBeenCalledWith('denied');
  });

  const at = '2026-03-01T15:02:00.000Z';
  it.each<[AskState, RegExp]>([
    [{ kind: 'decided', decision: 'approved', by: 'you', at }, /^Approved by you, /u],
    [{ kind: 'decided', decision: 'denied', by: 'Grace', at: null }, /^Denied by Grace$/u],
    [{ kind: 'decided', decision: 'approved', by: 'you', at, elsewhere: true }, /^Approved by you in another place, /u],
    [{ kind: 'decided', decision: 'denied', by: 'you', at, stopped: true }, /^Denied: you stopped the answer, /u],
    [{ kind: 'not_yours', whose: null, hasLeft: true }, /Only somebody who left could decide this./u],
    [{ kind: 'expired' }, /Nobody decided in time. Nothing was done./u],
    [{ kind: 'not_yours', whose: 'Grace' }, /Only Grace can decide this./u],
  ])('is one line once there is nothing to decide: %j', (state, words) => {
    show(state);
    expect(status()).toMatch(words);
    expect(buttons()).toEqual([]);
    expect(screen.queryByText(/left$/u)).toBeNull();
  });

  it('expires by itself when its time is over', () => {
    show({ kind: 'open' }, { expiresAt: '2026-01-01T00:00:00.000Z' });
    expect(status()).toContain('Nobody decided in time');
    expect(buttons()).toEqual([]);
  });

  it('shows what proves the decision in the place of its buttons', () => {
    show({ kind: 'decided', decision: 'approved', by: 'you', at }, { receipt: <button type="button">Receipt</button> });
    expect(buttons()).toEqual(['Receipt']);
  });

  it('says how much is missing', () => {
    const container = show({ kind: 'open' }, { cost: { coins: 30, balance: 2 } });
    expect(container.textContent).toContain('you have 2, 28 too few');
  });
});

it.each([
  [30_000, 'less than a minute left'],
  [119_000, '1 min left'],
  [86_399_000, '23 h left'],
  [5 * 86_400_000, '5 days left'],
  [-1, 'over'],
])('%d ms are %s', (ms, words) => expect(timeLeft(new Date(ms).toISOString(), new Date(0))).toBe(words));
