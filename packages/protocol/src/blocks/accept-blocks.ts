import { z } from 'zod';
import { knownFields } from '../known-fields.ts';
import type { BlockFault } from './block-fault.ts';
import { validateBlocks, type BlockRules, type BlocksVerdict, type ReplyMode } from './validate-blocks.ts';
import { blockRegistry } from './registry.ts';
import { schemaFault } from './schema-fault.ts';

export type { AssetReference, BlocksVerdict, ReplyMode } from './validate-blocks.ts';

/**
 * Validates the `blocks` of a request, 1 to 50 of them, all or none: the first bad block refuses the whole request. Checks each
 * block's type first, then its sender and reply mode, then its shape, then the rules across fields. Returns accepted blocks
 * unchanged. Never throws on anything that JSON.parse can make.
 */
export function acceptBlocks(input: unknown, mode: ReplyMode): BlocksVerdict {
  return validateBlocks(rules, input, mode);
}

const rules = Object.fromEntries(
  Object.entries(blockRegistry).map(([type, definition]) => [
    type,
    { ...definition, shapeFault: shapeFaultOf(definition) },
  ]),
) as unknown as BlockRules;

function shapeFaultOf({ inbound }: { readonly inbound: z.ZodType }): (block: object) => BlockFault | null {
  // Compiled on first use, so that a client that only reads blocks never generates code.
  let compiled: z.ZodType | null = null;
  return (block) => {
    compiled ??= z.compile(inbound);
    if (z.validate(compiled, block)) return null;
    return schemaFault(inbound.safeParse(block).error?.issues ?? [], block, (path) => knownFields(inbound, path));
  };
}
