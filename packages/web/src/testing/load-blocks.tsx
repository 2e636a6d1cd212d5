import type { ReadBlock } from '@parley/protocol';
import { cleanup, render, waitFor } from '@testing-library/preact';
import { vi } from 'vitest';
import { Block } from '../blocks/block.tsx';
import { samples } from '../gallery/samples.ts';
import { blockWords } from '../words/blocks.ts';

/** Loads the code of every block, so that tests see blocks at once. */
export async function loadBlocks(): Promise<void> {
  // Hides errors that blocks log because the app is not around them.
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
