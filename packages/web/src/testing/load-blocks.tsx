import type { ReadBlock } from '@parley/protocol';
import { cleanup, render, waitFor } from '@testing-library/preact';
import { vi } from 'vitest';
import { Block } from '../blocks/block.tsx';
import { samples } from '../gallery/samples.ts';
import { blockWords } from '../words/blocks.ts';

/** Has the code of every block come, so that a test sees blocks at once, as in an app that has shown each before. */
export async function loadBlocks(): Promise<void> {
  // What a block says of the app that is not around it is no news here.
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const byType = new Map<string, ReadBlock>(
    samples.flatMap(({ blocks }) => blocks).map((block) => [block.type, block]),
  );
  for (const block of byType.values()) render(<Block block={block} />);
  await waitFor(
    () => {
      if (document.querySelector(`[aria-label="${blockWords.loading}"]`))
        throw new Error('Not all blocks are here yet.');
    },
    { timeout: 20_000 },
  );
  cleanup();
  silenced.mockRestore();
}
