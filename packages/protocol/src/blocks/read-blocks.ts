import type { BlockViewer } from './block-definition.ts';
import { blockDefinition, type ReadBlock, type StoredBlock } from './registry.ts';

/**
 * Returns blocks as one viewer reads them. Marks the agent's reported inner work with `provenance: 'reported'`. For a viewer
 * who does not own the agent, drops `thinking` blocks, `input` and `caller` of `tool_use`, and `content` of `tool_result`.
 * Returns every other block as stored.
 */
export function readBlocks(stored: readonly StoredBlock[], viewer: BlockViewer): ReadBlock[] {
  return stored.map((block) => readBlock(block, viewer)).filter((block) => block !== null);
}

function readBlock(block: StoredBlock, viewer: BlockViewer): ReadBlock | null {
  const definition = blockDefinition(block.type);
  return (definition.toRead ? definition.toRead(block, viewer) : block) as ReadBlock | null;
}
