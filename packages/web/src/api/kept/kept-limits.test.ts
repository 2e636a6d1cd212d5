import { describe, expect, it } from 'vitest';
import { beyondLimits } from './kept-limits.ts';

const oldestFirst = ['cnv_A', 'person', 'cnv_B', 'rooms', 'cnv_C', 'cnv_D'];

describe('what does not stay of what a browser keeps', () => {
  it('is what is too old, whatever it is', () => {
    expect(beyondLimits(oldestFirst, 2, { rooms: null, most: 9 })).toEqual(['cnv_A', 'person']);
  });

  it('is the oldest of too many rooms, and neither the person nor the list', () => {
    expect(beyondLimits(oldestFirst, 0, { rooms: null, most: 2 })).toEqual(['cnv_A', 'cnv_B']);
  });

  it('is every room that is not there any more', () => {
    expect(beyondLimits(oldestFirst, 0, { rooms: new Set(['cnv_A', 'cnv_D']), most: 9 })).toEqual(['cnv_B', 'cnv_C']);
    expect(beyondLimits(oldestFirst, 0, { rooms: new Set(), most: 9 })).toHaveLength(4);
  });
});
