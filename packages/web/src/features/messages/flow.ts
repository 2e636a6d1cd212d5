import type { ReadBlock } from '@parley/protocol';
import { useEffect, useRef, useState } from 'react';

/** New text appears over about this time, slightly longer than the interval between updates. */
const withinMs = 400;
/** A longer text at first sight has been growing for a while, so it appears at once. */
const startsBelow = 400;

export interface Flow {
  readonly blocks: readonly ReadBlock[];
  /** Whether more text exists than is shown. */
  readonly flows: boolean;
}

/**
 * Animates a growing text frame by frame, up to the text received. It never goes back and never stops while text is left. With reduced
 * motion or in a hidden tab, the whole text appears at once.
 */
export function useFlow(blocks: readonly ReadBlock[], isLive: boolean): Flow {
  const total = lengthOf(blocks);
  const [shown, setShown] = useState(() => (isLive && total < startsBelow ? 0 : total));
  const latest = useRef({ shown, total });
  latest.current = { shown, total };
  const flows = shown < total;

  useEffect(() => {
    if (!flows) return;
    if (document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      return setShown(latest.current.total);
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const next = nextShown(latest.current, now - before);
      before = now;
      setShown(next);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [flows]);

  return { blocks: flows ? cutAt(blocks, shown) : blocks, flows };
}

/** Returns how many characters to show after a time: the rest at an even rate, and at least one character per frame. */
export function nextShown({ shown, total }: { readonly shown: number; readonly total: number }, ms: number): number {
  return Math.min(total, shown + Math.max(1, Math.round(((total - shown) * ms) / withinMs)));
}

/** Returns the blocks with this many characters of text; leaves out everything after the cut. */
export function cutAt(blocks: readonly ReadBlock[], shown: number): readonly ReadBlock[] {
  let left = shown;
  const kept: ReadBlock[] = [];
  for (const block of blocks) {
    if (block.type === 'text' && block.text.length > left) {
      const end = endOfLetter(block.text, left);
      return end === 0 ? kept : [...kept, { ...block, text: block.text.slice(0, end) }];
    }
    if (block.type === 'text') left -= block.text.length;
    kept.push(block);
  }
  return kept;
}

function lengthOf(blocks: readonly ReadBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

/** Characters that belong to the one before: half of a surrogate pair, a combining mark, or a joiner. */
const continues = /^[\p{M}\p{EMod}\u200d\ufe0e\ufe0f\udc00-\udfff]/u;

function endOfLetter(text: string, at: number): number {
  let end = at;
  while (
    end > 0 &&
    end < text.length &&
    (continues.test(text.slice(end, end + 2)) || text.charAt(end - 1) === '\u200d')
  )
    end += 1;
  return end;
}
