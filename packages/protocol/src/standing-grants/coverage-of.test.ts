import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { newId } from '../id-forms.ts';
import { addDecimals, decimalOf, isGreater } from './decimal.ts';
import { isSpent, coverageOf, type StandingCall, type StandingTerms } from './coverage-of.ts';

const now = 1_000_000;
const [agentId, userId, conversationId] = [newId('agent'), newId('user'), newId('conversation')];

const call: StandingCall = {
  agentId,
  userId,
  tool: 'coin.charge',
  requestedScope: 'coin.charge',
  conversationId,
  arguments: { amount: 3, reason: 'Water' },
  isOwnAct: true,
};

const grant: StandingTerms = {
  agentId,
  userId,
  tool: 'coin.charge',
  requestedScope: 'coin.charge',
  conversationId,
  members: ['amount', 'reason'],
  equal: [{ path: '/reason', value: 'Water' }],
  max: [{ path: '/amount', perCall: 5, total: 10, spent: '7' }],
  uses: 3,
  used: 2,
  untilMs: now + 1,
  isActive: true,
};

const withArguments = (args: Record<string, unknown>) => ({ ...call, arguments: args });

describe('§22 what a standing grant covers', () => {
  it.each<[string, Partial<StandingCall>, Partial<StandingTerms>]>([
    ['the same call', {}, {}],
    [
      'another conversation, where it is bound to none',
      { conversationId: newId('conversation') },
      { conversationId: null },
    ],
    ['a member less', withArguments({ reason: 'Water' }), { max: [] }],
    ['another value where no path looks', withArguments({ amount: 3, reason: 'Seeds' }), { equal: [] }],
    [
      'an equal value that is written differently',
      withArguments({ amount: 3, reason: 'Water' }),
      {
        equal: [{ path: '', value: { reason: 'Water', amount: 3.0 } }],
      },
    ],
    ['a call that takes exactly what is left', {}, { max: [{ path: '/amount', perCall: 3, total: 10, spent: '7' }] }],
    [
      'a sum that is exact only as a decimal',
      withArguments({ amount: 0.2, reason: 'Water' }),
      {
        max: [{ path: '/amount', perCall: null, total: 0.3, spent: '0.1' }],
      },
    ],
    ['any number of uses, where there is no limit', {}, { uses: null, used: 5_000 }],
    ['a value of zero', withArguments({ amount: -0, reason: 'Water' }), {}],
  ])('covers %s', (_what, otherCall, otherGrant) => {
    expect(coverageOf({ ...call, ...otherCall }, { ...grant, ...otherGrant }, now)).toMatchObject({
      covered: true,
    });
  });

  it.each<[string, Partial<StandingCall>, Partial<StandingTerms>, string?]>([
    ['not_active', {}, { isActive: false }],
    ['expired', {}, { untilMs: now }],
    ['other_agent', { agentId: newId('agent') }, {}],
    ['other_person', { userId: newId('user') }, {}],
    ['other_tool', { tool: 'coin.refund' }, {}],
    ['other_scope', { requestedScope: 'coin.refund' }, {}],
    ['other_conversation', { conversationId: newId('conversation') }, {}],
    ['not_own_act', { isOwnAct: false }, {}],
    ['unknown_member', withArguments({ amount: 3, reason: 'Water', 'to/whom': 'me' }), {}, '/to~1whom'],
    ['unknown_member', withArguments(JSON.parse('{"amount":3,"reason":"Water","__proto__":1}')), {}, '/__proto__'],
    ['not_equal', withArguments({ amount: 3, reason: 'water' }), {}, '/reason'],
    ['not_equal', withArguments({ amount: 3 }), {}, '/reason'],
    ['not_equal', {}, { equal: [{ path: '', value: { amount: 3 } }] }, ''],
    ['not_a_number', withArguments({ amount: -1, reason: 'Water' }), {}, '/amount'],
    ['not_a_number', withArguments({ amount: Infinity, reason: 'Water' }), {}, '/amount'],
    ['not_a_number', withArguments({ amount: '3', reason: 'Water' }), {}, '/amount'],
    ['not_a_number', withArguments({ reason: 'Water' }), {}, '/amount'],
    ['above_per_call', withArguments({ amount: 5.1, reason: 'Water' }), {}, '/amount'],
    ['above_total', withArguments({ amount: 3.01, reason: 'Water' }), {}, '/amount'],
    ['no_uses_left', {}, { used: 3 }],
  ])('is not covered: %s', (fault, otherCall, otherGrant, path) => {
    const verdict = coverageOf({ ...call, ...otherCall }, { ...grant, ...otherGrant }, now);
    expect(verdict).toEqual({ covered: false, fault, ...(path === undefined ? {} : { path }) });
  });

  it('gives the amount of each bound, in their order', () => {
    const max = [
      { path: '/price/net', perCall: null, total: 9, spent: '0' },
      { path: '/amount', perCall: 3, total: null, spent: '0' },
    ];
    const args = { amount: 3, price: { net: 0.1 } };
    const terms = { ...grant, members: ['amount', 'price'], equal: [], max };
    expect(coverageOf(withArguments(args), terms, now)).toEqual({ covered: true, amounts: ['0.1', '3'] });
  });

  it('is spent when the uses or a total are used up', () => {
    expect(isSpent(grant)).toBe(false);
    expect(isSpent({ ...grant, used: 3 })).toBe(true);
    expect(isSpent({ ...grant, max: [{ path: '/amount', perCall: null, total: 10, spent: '10' }] })).toBe(true);
    expect(isSpent({ ...grant, max: [{ path: '/amount', perCall: 1, total: null, spent: '99' }] })).toBe(false);
  });
});

const values = fc.jsonValue({ maxDepth: 2 });
const amounts = fc.oneof(
  fc.nat(20),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.constantFrom(-1, Infinity, NaN, '1'),
);
const args = fc.record({ amount: amounts, note: values, other: values }, { requiredKeys: [] });
const terms = fc.record({
  uses: fc.option(fc.integer({ min: 1, max: 10 })),
  perCall: fc.option(fc.nat(10)),
  total: fc.option(fc.nat(50)),
  note: values,
});

describe('§22 properties of the check', () => {
  it('over any history of calls no bound is passed, and what is covered differs only where nothing looks', () => {
    fc.assert(
      fc.property(terms, fc.array(args, { maxLength: 30 }), (given, calls) => {
        let held: StandingTerms = {
          ...grant,
          members: ['amount', 'note'],
          equal: [{ path: '/note', value: given.note }],
          max: [{ path: '/amount', perCall: given.perCall, total: given.total, spent: '0' }],
          uses: given.uses,
          used: 0,
        };
        const taken: number[] = [];
        for (const each of calls) {
          const verdict = coverageOf(withArguments(each), held, now);
          if (!verdict.covered) continue;
          expect(Object.keys(each).every((name) => held.members.includes(name))).toBe(true);
          expect(canonicalJson(each.note)).toBe(canonicalJson(given.note));
          const amount = each.amount as number;
          expect(Number.isFinite(amount) && amount >= 0 && (given.perCall === null || amount <= given.perCall)).toBe(
            true,
          );
          taken.push(amount);
          const spent = addDecimals(held.max[0]?.spent ?? '0', verdict.amounts[0] ?? '0');
          held = { ...held, used: held.used + 1, max: held.max.map((bound) => ({ ...bound, spent })) };
        }
        const sum = taken.map(decimalOf).reduce(addDecimals, '0');
        expect(held.max[0]?.spent).toBe(sum);
        expect(given.uses === null || taken.length <= given.uses).toBe(true);
        expect(given.total === null || !isGreater(sum, decimalOf(given.total))).toBe(true);
      }),
    );
  });

  it('more room never covers less, and it does not depend on the order of members', () => {
    fc.assert(
      fc.property(terms, args, (given, each) => {
        const held: StandingTerms = {
          ...grant,
          members: ['amount', 'note'],
          equal: [],
          max: [{ path: '/amount', perCall: given.perCall, total: given.total, spent: '0' }],
          uses: given.uses,
          used: 0,
        };
        const turned = Object.fromEntries(Object.entries(each).reverse());
        const verdict = coverageOf(withArguments(each), held, now);
        expect(coverageOf(withArguments(turned), held, now)).toEqual(verdict);
        const roomier = {
          ...held,
          uses: null,
          max: held.max.map((bound) => ({ ...bound, perCall: null, total: null })),
        };
        if (verdict.covered) expect(coverageOf(withArguments(each), roomier, now)).toEqual(verdict);
      }),
    );
  });
});
