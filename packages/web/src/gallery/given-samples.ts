import type { ReadBlock } from '@parley/protocol';
import { samples, type Sample } from './samples.ts';

/** Returns the block in the address, as JSON after `#`, for screenshots; without one, returns all samples. */
export function givenSamples(hash: string): readonly Sample[] {
  if (hash.length < 2) return samples;
  const block = JSON.parse(decodeURIComponent(hash.slice(1))) as ReadBlock;
  // An intent block exists only in an open draft.
  return [{ name: 'given', blocks: [block], ...(block.type === 'intent' ? { state: 'live' as const } : {}) }];
}
