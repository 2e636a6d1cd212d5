import { describe, expect, it } from 'vitest';
import { standingSentence } from './standing-sentence.ts';
import type { SaidBound, StandingSaid } from './standing-sentence.ts';

const base: StandingSaid = {
  agent: 'Gardener',
  tool: 'shop.order',
  isCharge: false,
  bounds: [],
  same: [],
  free: [],
  uses: null,
  until: 'Friday, 6:00 PM',
  room: null,
};
const bound = (change: Partial<SaidBound>): SaidBound => ({
  name: 'amount',
  perCall: null,
  total: null,
  exactly: null,
  ...change,
});
const end = 'any number of times, until Friday, 6:00 PM, in this room.';

describe('§22 the sentence about a standing permission', () => {
  it.each<[string, Partial<StandingSaid>, string]>([
    [
      'at a time only',
      { isCharge: true, bounds: [bound({ perCall: 5 })] },
      `Gardener may charge up to 5 coins at a time, ${end}`,
    ],
    [
      'in all only',
      { isCharge: true, bounds: [bound({ total: 20 })] },
      `Gardener may charge up to 20 coins in all, ${end}`,
    ],
    [
      'at a time and in all',
      { isCharge: true, bounds: [bound({ perCall: 5, total: 20 })] },
      `Gardener may charge up to 5 coins at a time and 20 in all, ${end}`,
    ],
    [
      'the same amount',
      {
        isCharge: true,
        bounds: [bound({ total: 20, exactly: '1' })],
        same: [
          { name: 'amount', value: '1' },
          { name: 'reason', value: '“Plant food”' },
        ],
      },
      `Gardener may charge exactly 1 coin at a time and 20 in all, with reason “Plant food”, ${end}`,
    ],
    [
      'a number of a tool',
      { bounds: [bound({ name: 'litres', perCall: 2, total: 10.5 })], free: ['note'] },
      `Gardener may use shop.order, with litres up to 2 at a time and 10.5 in all and any note, ${end}`,
    ],
    [
      'a text that stays, and free arguments',
      { same: [{ name: 'to', value: '“Plant shop”' }], free: ['note', 'colour'] },
      `Gardener may use shop.order, with to “Plant shop”, any note and any colour, ${end}`,
    ],
    ['the whole', { same: 'all' }, `Gardener may use shop.order, with exactly these arguments, ${end}`],
    ['no arguments', {}, `Gardener may use shop.order, ${end}`],
    ['uses', { uses: 5 }, 'Gardener may use shop.order, up to 5 times, until Friday, 6:00 PM, in this room.'],
    ['one use', { uses: 1 }, 'Gardener may use shop.order, once, until Friday, 6:00 PM, in this room.'],
    [
      'any conversation',
      { room: undefined, uses: 5 },
      'Gardener may use shop.order, up to 5 times, until Friday, 6:00 PM, in any room.',
    ],
    [
      'another room',
      { room: 'Garden', uses: 5 },
      'Gardener may use shop.order, up to 5 times, until Friday, 6:00 PM, in the room “Garden”.',
    ],
    [
      'nothing chosen yet',
      { uses: undefined, until: null },
      'Gardener may use shop.order, as often as you choose, until the time that you choose, in this room.',
    ],
  ])('says %s', (_shape, change, sentence) => {
    expect(standingSentence({ ...base, ...change })).toBe(sentence);
  });
});
