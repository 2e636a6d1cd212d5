import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskCard } from './ask-card.tsx';
import type { AskCardProps } from './ask-card.tsx';

const scrolled = vi.fn();
beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled.mockClear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(change: Partial<AskCardProps> = {}): Element {
  return render(
    <AskCard
      title="Pay"
      asker="Eve"
      facts={[{ label: 'Scope', value: 'coin.charge' }]}
      accept="Approve"
      state={{ kind: 'open' }}
      onDecide={() => undefined}
      {...change}
    />,
  ).container;
}

const rows = (container: Element) => [...container.querySelectorAll('dt')].map(({ textContent }) => textContent);
const approve = () => screen.getByRole('button', { name: 'Approve' });

describe('a card of a hostile agent', () => {
  it.each([
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u200b', 'U+200B'],
    ['\u{e0041}', 'U+E0041'],
    ['5\ufe0f0', 'U+FE0F'],
    ['\u3164', 'U+3164'],
    ['\u00ad', 'U+00AD'],
    ['\u0007', 'U+0007'],
    ['\u0085', 'U+0085'],
    ['\ue000', 'U+E000'],
    ['\u{10ffff}', 'U+10FFFF'],
    ['\u2028', 'U+2028'],
    ['\n', 'U+000A'],
    ['\u00a0', 'U+00A0'],
    ['\u2800', 'U+2800'],
  ])('shows %j as its code in every place where its words stand', (character, code) => {
    const text = `a${character}b`;
    const container = show({
      title: text,
      asker: text,
      remarks: [{ label: text, value: text }],
      bound: { [text]: text },
      exact: { [text]: text },
    });
    const places = [...container.querySelectorAll('h3, bdi, dt, dd, pre')].filter((place) =>
      place.textContent?.includes('a'),
    );
    expect(places.length).toBeGreaterThan(6);
    for (const place of places.filter(({ localName }) => localName !== 'pre' || !/[\n\u0007]/u.test(character)))
      if (place.textContent?.includes('b') && !place.textContent.includes('coin'))
        expect(place.textContent).toContain(code);
    for (const place of places.filter(({ localName }) => localName !== 'pre'))
      expect(place.textContent).not.toContain(character);
  });

  it.each([
    ['\u202e', 'U+202E'],
    ['\u200b', 'U+200B'],
    ['\u2028', 'U+2028'],
    [`e${'\u0301'.repeat(60)}`, 'U+0301 ×56'],
  ])('shows %j as its code in a list too', (hidden, code) => {
    const list = show({ bound: { to: [`ann${hidden}moc.live@`, 5] } }).querySelector('dd code');
    expect(list?.textContent).toContain(code);
    expect(list?.textContent).not.toMatch(/[\u202e\u200b\u2028]|\u0301{5}/u);
    expect(list?.textContent).toMatch(/^\["ann.*moc\.live@",5\]$/u);
  });

  it('does not let a key pass for a path or an index', () => {
    const bound = {
      to: { iban: 1, '[0]': 2 },
      'to › iban': 3,
      'to \u1433 iban': 4,
      '"a"': 5,
      '': 6,
      ' a': 7,
      list: [{ a: 8 }],
      'list › [0] › a': 9,
      Größe: 10,
      'On behalf of': 11,
    };
    expect(rows(show({ bound })).slice(1)).toEqual([
      ...['to › iban', 'to › "[0]"', '"to › iban"', '"to \u1433 iban"', String.raw`"\"a\""`, '""', '" a"'],
      ...['list › [0] › a', '"list › [0] › a"', 'Größe', 'On behalf of'],
    ]);
  });

  it('keeps what an emoji is made of, and letters of any script', () => {
    const text = '👩\u200d💻 ❤\ufe0f 4\ufe0f\u20e3 שלום عربى हिन्दी';
    expect(show({ bound: { text } }).textContent).toContain(text);
  });

  it('tells a run of the same character once, and marks that pile up as their code', () => {
    const container = show({ bound: { a: `x${'\u200b'.repeat(40)}y`, b: `e${'\u0301'.repeat(60)}` } });
    expect(container.textContent).toContain('U+200B ×40');
    expect(container.textContent).toContain('U+0301 ×56');
  });

  it('shows every member that is bound, the 21st and nested ones too, without a press', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, index]));
    const container = show({ bound: { ...many, to: { account: [{ iban: 'CH00' }] }, none: {} } });
    expect(rows(container)).toEqual(['Scope', ...Object.keys(many), 'to › account › [0] › iban', 'none']);
    expect(container.textContent).toContain('CH00');
  });

  it('does not let words of the agent stand in the place of what is bound, or among the rows of the platform', () => {
    const container = show({
      remarks: [
        { label: 'Amount', value: '5 EUR' },
        { label: 'Scope', value: 'none' },
      ],
      bound: { amount: 500_000, 'On behalf of': 'nobody' },
    });
    const groups = screen.getAllByRole('group');
    expect(groups.map((group) => rows(group))).toEqual([['Scope'], ['amount', 'On behalf of'], ['Amount', 'Scope']]);
    expect(groups[0]?.className).not.toBe(groups[1]?.className);
    expect(container.textContent).toContain('500000');
  });

  it('shows a word of the agent among the rows of the platform as a quotation, in the look of its own rows', () => {
    const value = 'Yes” \u202eall';
    const container = show({ facts: [{ label: 'You chose', value, isQuoted: true }] });
    expect(container.querySelector('dd q')?.textContent).toBe('Yes” U+202Eall');
  });

  it('folds a long value with its length, and takes no approval before it was unfolded', () => {
    const onDecide = vi.fn();
    const value = `${'x'.repeat(1_000)}end`;
    const container = show({ bound: { value, lines: 'l\n'.repeat(40) }, onDecide });
    expect(screen.getByRole('button', { name: 'Show all 1,003 characters' })).toBeTruthy();
    expect(approve().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('status').textContent).toMatch(/^Approve waits until/u);
    for (let press = 0; press < 2; press += 1) fireEvent.click(approve());
    expect(onDecide).not.toHaveBeenCalled();
    expect(container.textContent).toContain('end');
  });

  it('says of a card with options that the choice waits, since no button of it is called Approve', () => {
    const options = ['At seven', 'At nine'].map((label) => ({ id: label, label }));
    show({ bound: { value: 'x'.repeat(1_000) }, options });
    expect(screen.getByRole('status').textContent).toMatch(/^A choice waits until/u);
  });

  it('takes no approval before each row was in view, and goes to the next that was not', async () => {
    const observers: ((entries: object[]) => void)[] = [];
    const targets: Element[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: object[]) => void) {
          observers.push(tell);
        }
        observe = (target: Element) => targets.push(target);
        unobserve = () => undefined;
        disconnect = () => undefined;
      },
    );
    const onDecide = vi.fn();
    show({ bound: { a: 1, b: 2 }, onDecide });
    fireEvent.click(approve());
    expect(onDecide).not.toHaveBeenCalled();
    expect(scrolled).toHaveBeenCalledTimes(1);
    await act(() => observers[0]?.(targets.map((target) => ({ target, isIntersecting: true }))));
    fireEvent.click(approve());
    expect(onDecide).toHaveBeenCalledWith('approved');
  });

  it('keeps Approve off with the reason while it cannot succeed, and Deny on', () => {
    const onDecide = vi.fn();
    show({ cannot: 'Approve is off: you have 28 coins too few.', onDecide });
    expect(approve()).toHaveProperty('disabled', true);
    expect(screen.getByRole('status').textContent).toContain('28 coins too few');
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
    expect(onDecide).toHaveBeenCalledWith('denied');
  });

  it('says what came of an approval that was not done', () => {
    const outcome = { kind: 'not_done', words: 'not paid: too few coins' } as const;
    show({ state: { kind: 'decided', decision: 'approved', by: 'you', at: null, outcome } });
    expect(screen.getByRole('status').textContent).toBe('Approved, not paid: too few coins · Approved by you');
  });

  it('moves the focus to its outcome line when it is decided', () => {
    show();
    approve().focus();
    fireEvent.click(approve());
    expect(document.activeElement).toBe(screen.getByRole('status'));
  });
});
