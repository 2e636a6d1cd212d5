import { describe, expect, it } from 'vitest';
import { standingSentence } from './standing-sentence.ts';

const base: Parameters<typeof standingSentence>[0] = {
  agent: 'Gardener',
  tool: 'shop.order',
  isCharge: false,
  bounds: [],
  same: [],
  free: [],
  uses: null,
  until: 'Freitag, 18:00',
  room: null,
};
const bound = { name: 'amount', perCall: null, total: null, exactly: null };

describe('§22 the sentence about a standing permission, in German', () => {
  it.each<[Partial<typeof base>, string]>([
    [
      { isCharge: true, bounds: [{ ...bound, perCall: 5, total: 20 }] },
      'Gardener darf beliebig oft bis Freitag, 18:00 in diesem Raum jeweils bis zu 5 Münzen und insgesamt 20 abbuchen.',
    ],
    [
      { isCharge: true, bounds: [{ ...bound, exactly: '1' }], uses: 1, room: 'Garten' },
      'Gardener darf einmal bis Freitag, 18:00 im Raum „Garten“ jeweils genau 1 Münze abbuchen.',
    ],
    [
      { bounds: [{ ...bound, name: 'menge', total: 7 }], free: ['farbe'], uses: 3, room: undefined },
      'Gardener darf mit menge insgesamt bis zu 7 und beliebigem farbe bis zu 3-mal bis Freitag, 18:00 in jedem Raum shop.order benutzen.',
    ],
    [
      { same: 'all', uses: undefined, until: null },
      'Gardener darf mit genau diesen Argumenten so oft, wie du wählst, bis zu der Zeit, die du wählst, in diesem Raum shop.order benutzen.',
    ],
  ])('%j', (said, sentence) => {
    expect(standingSentence({ ...base, ...said })).toBe(sentence);
  });
});
