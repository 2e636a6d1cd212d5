import type { ReadBlock } from '@parley/protocol';
import { act, renderHook } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutAt, nextShown, useFlow } from './flow.ts';

let frames: FrameRequestCallback[] = [];
let prefersNone = false;

beforeEach(() => {
  frames = [];
  prefersNone = false;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.stubGlobal('matchMedia', () => ({ matches: prefersNone }));
});
afterEach(() => vi.unstubAllGlobals());

const text = (words: string): ReadBlock => ({ type: 'text', text: words });
const wordsOf = (blocks: readonly ReadBlock[]) =>
  blocks.map((block) => (block.type === 'text' ? block.text : '·')).join('|');

function flow(first: string) {
  const { result, rerender } = renderHook(({ words, isLive }) => useFlow([text(words)], isLive), {
    initialProps: { words: first, isLive: true },
  });
  return {
    shown: () => wordsOf(result.current.blocks),
    flows: () => result.current.flows,
    grow: (words: string, isLive = true) => rerender({ words, isLive }),
    frame(ms: number) {
      const [next] = frames.splice(0);
      void act(() => next?.(performance.now() + ms));
    },
  };
}

it('lets what came at once flow in, frame by frame, and never takes a letter back', () => {
  const { shown, flows, grow, frame } = flow('The ficus');
  expect(shown()).toBe('');
  let before = '';
  for (let i = 0; flows() && i < 200; i += 1) {
    if (i === 3) grow('The ficus is dry.', false);
    frame(16);
    expect(shown().startsWith(before)).toBe(true);
    before = shown();
  }
  expect(before).toBe('The ficus is dry.');
});

it('stands there at once where somebody wants no motion, or comes late to a long text', () => {
  prefersNone = true;
  expect(flow('The ficus').shown()).toBe('The ficus');
  prefersNone = false;
  expect(flow('a'.repeat(500)).flows()).toBe(false);
});

it('is done within half a second or so, however much there is', () => {
  let shown = 0;
  let frameCount = 0;
  for (; shown < 5000; frameCount += 1) shown = nextShown({ shown, total: 5000 }, 16);
  expect(frameCount).toBeLessThan(200);
});

it('cuts between letters, and leaves out what comes after the cut', () => {
  const card: ReadBlock = { type: 'progress', label: 'Half', value: 50 } as unknown as ReadBlock;
  expect(wordsOf(cutAt([text('one'), card, text('two')], 2))).toBe('on');
  expect(wordsOf(cutAt([text('one'), card, text('two')], 4))).toBe('one|·|t');
  for (const letter of ['😀', 'é', '👩‍🚀', '👍🏽']) expect(['', letter]).toContain(wordsOf(cutAt([text(letter)], 1)));
});
