import type { BlockViewer } from './block-definition.ts';
import { blockDefinition, type ReadBlock, type StoredBlock } from './registry.ts';

/**
 * Blocks as one viewer reads them. What an agent reports of its inner work is marked `provenance: 'reported'`; for a viewer
 * who does not own the agent, `thinking` blocks are dropped, `tool_use` comes without `input` and `caller`, and
 * `tool_result` without `content`. Every other block is read as it is stored.
 */
export function readBlocks(stored: readonly StoredBlock[], viewer: BlockViewer): ReadBlock[] {
  return stored.map((block) => readBlock(block, viewer)).filter((block) => block !== null);
}

function readBlock(block: StoredBlock, viewer: BlockViewer): ReadBlock | null {
  const definition = blockDefinition(block.type);
  return (definition.toRead ? definition.toRead(block, viewer) : block) as ReadBlock | null;
}
