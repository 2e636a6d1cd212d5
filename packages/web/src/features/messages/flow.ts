import type { ReadBlock } from '@parley/protocol';
import { useEffect, useRef, useState } from 'react';

/** What came at once flows in within about this time, which is a little longer than until more comes. */
const withinMs = 400;
/** A text that is longer than this when it is first seen has been going on for a while, and stands there at once. */
const startsBelow = 400;

export interface Flow {
  readonly blocks: readonly ReadBlock[];
  /** Whether there is more than is shown. */
  readonly flows: boolean;
}

/**
 * Lets a growing text flow in frame by frame, as far as it has been read. It never goes back and never stands still with text left. For
 * those who want no motion, and while nobody looks, it is all there at once.
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

/** How much is shown after a time: what is left goes evenly, and at least a letter a frame. */
export function nextShown({ shown, total }: { readonly shown: number; readonly total: number }, ms: number): number {
  return Math.min(total, shown + Math.max(1, Math.round(((total - shown) * ms) / withinMs)));
}

/** The blocks with so many characters of their texts; what comes after the cut is left out. */
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

/** Belongs to the letter before it: half of a pair, a mark, what joins two signs into one. */
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
