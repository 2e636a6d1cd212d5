import type { Approval, StandingGrant } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { narrowest, withMember } from './draft.ts';
import type { BoundsDraft } from './draft.ts';
import { coverageOfDraft } from './coverage-of-draft.ts';
import { suggestedBy } from './offer.ts';
import { termsOf } from './terms-of.ts';
import { toolOf } from './tool-of.ts';

const now = new Date(2026, 2, 20, 12);
const call = { amount: 3, reason: 'Plant food, 1 l' };
const chosen: Partial<BoundsDraft> = { uses: '5', until: 'days2' };

function draftOf(change: Partial<BoundsDraft> = {}): BoundsDraft {
  return { ...narrowest(call, 'charge'), ...change };
}

function approvalOf(change: Partial<Approval> = {}): Approval {
  return {
    id: 'apr_1',
    agentId: 'agt_1',
    conversationId: 'cnv_1',
    requestedScope: 'coin.charge',
    kind: 'charge',
    action: 'Pay 3 coins to “Gardener”',
    arguments: call,
    state: 'pending',
    createdAt: now.toISOString(),
    resolvedAt: null,
    ...change,
  } as Approval;
}

describe('§22 the bounds of a standing permission', () => {
  it('begin with everything the same, and miss what would widen them', () => {
    const { terms, faults } = termsOf(draftOf(), now);
    expect(terms.equal).toEqual(['/amount', '/reason']);
    expect(terms.anyConversation).toBe(false);
    expect([...faults.keys()]).toEqual(['/standing/until', '/standing/uses', '/standing/max/0/total']);
  });

  it('become the terms that the server takes', () => {
    const draft = withMember(
      withMember(draftOf({ ...chosen, isAnywhere: true }), 'amount', { mode: 'limit', perCall: '5', total: '20' }),
      'reason',
      { mode: 'free' },
    );
    const { terms, faults } = termsOf(draft, now);
    expect(faults.size).toBe(0);
    expect(terms).toEqual({
      until: new Date(now.getTime() + 2 * 86_400_000).toISOString(),
      uses: 5,
      equal: [],
      max: [{ path: '/amount', perCall: 5, total: 20 }],
      anyConversation: true,
    });
  });

  it.each<[string, Partial<BoundsDraft>, string]>([
    [
      'a bound below this call',
      { members: withMember(draftOf(), 'amount', { total: '2' }).members },
      '/standing/max/0/total',
    ],
    ['no number', { members: withMember(draftOf(), 'amount', { total: 'ten' }).members }, '/standing/max/0/total'],
    ['half a use', { uses: '0.5' }, '/standing/uses'],
    ['a date that is over', { until: 'date', day: '2026-03-19' }, '/standing/until'],
    ['a date 30 days away', { until: 'date', day: '2026-04-20' }, '/standing/until'],
    ['no date', { until: 'date' }, '/standing/until'],
  ])('say where %s is', (_fault, change, path) => {
    expect(termsOf(draftOf({ ...chosen, ...change }), now).faults.has(path)).toBe(true);
  });

  it('have one path for more than 20 arguments that stay the same', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`n${index}`, index]));
    expect(termsOf({ ...narrowest(many, 'tool_invocation'), ...chosen }, now).terms.equal).toEqual(['']);
  });

  it('tell how many other questions they cover, as far as they reach', () => {
    const until = { uses: '2', until: 'week' } as const;
    const draft = withMember({ ...narrowest(call, 'charge'), ...until }, 'amount', { total: '10' });
    const others = ['apr_2', 'apr_3', 'apr_4'].map((id) => approvalOf({ id: id as Approval['id'] }));
    const foreign = approvalOf({ id: 'apr_5', arguments: { ...call, reason: 'Wine' } });
    const checked = (pending: readonly Approval[]) =>
      coverageOfDraft(approvalOf(), draft, termsOf(draft, new Date()), pending);
    expect(checked([approvalOf(), ...others])).toEqual({ isCovered: true, others: 1 });
    expect(checked([foreign])).toEqual({ isCovered: true, others: 0 });
  });
});

it.each([
  ['charge', 'Pay 3 coins', 'coin.charge'],
  ['tool_invocation', 'Let “Gardener” use shop.order: Buys plants', 'shop.order'],
  ['tool_invocation', 'Let “Gardener” use shop.order', 'shop.order'],
  ['tool_invocation', 'Buy “Let “Gardener” use shop.order', 'shop'],
] as const)('the tool of %s “%s” is %s', (kind, action, tool) => {
  expect(toolOf({ kind, action, requestedScope: kind === 'charge' ? 'coin.charge' : 'shop' })).toBe(tool);
});

describe('a standing permission is suggested', () => {
  const givenAt = (day: number) => new Date(2026, 2, day, 9).toISOString();
  const approved = [14, 15, 16].map((day) =>
    approvalOf({ id: `apr_${day}`, state: 'approved', resolvedAt: givenAt(day) }),
  );

  it('after the third approval by hand in seven days', () => {
    expect(suggestedBy(approvalOf(), approved, [], now)).toBe(3);
    expect(suggestedBy(approvalOf(), approved.slice(1), [], now)).toBeNull();
  });

  it.each<[string, Partial<Approval>]>([
    ['another agent', { agentId: 'agt_2' }],
    ['another scope', { requestedScope: 'shop' }],
    ['another tool', { kind: 'identity_request' }],
    ['an earlier week', { resolvedAt: givenAt(12) }],
  ])('not for one of %s', (_what, change) => {
    const [first, ...others] = approved;
    expect(suggestedBy(approvalOf(), [{ ...first, ...change } as Approval, ...others], [], now)).toBeNull();
  });

  it('not for one that a standing permission took along', () => {
    const grant = { createdAt: givenAt(14), approvalId: 'apr_15' } as Partial<StandingGrant> as StandingGrant;
    expect(suggestedBy(approvalOf(), approved, [grant], now)).toBeNull();
  });
});
