import type { ReadBlock } from '@parley/protocol';
import { samples, type Sample } from './samples.ts';

/** One block that the address brings along as JSON behind `#`, for whoever takes pictures of it; else every sample. */
export function givenSamples(hash: string): readonly Sample[] {
  if (hash.length < 2) return samples;
  const block = JSON.parse(decodeURIComponent(hash.slice(1))) as ReadBlock;
  // An intent is only ever seen while the draft is open.
  return [{ name: 'given', blocks: [block], ...(block.type === 'intent' ? { state: 'live' as const } : {}) }];
}
