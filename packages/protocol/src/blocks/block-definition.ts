import type { z } from 'zod';
import type { AssetId } from '../ids.ts';
import type { BlockFault } from './block-fault.ts';

/**
 * The sender of a block type. `any`: an agent, in every reply. `partial` and `final`: an agent, only in replies of that mode. `platform`:
 * only the platform itself. `nobody`: the type is published but not accepted yet.
 */
export type BlockSender = 'any' | 'partial' | 'final' | 'platform' | 'nobody';

/** The MIME types that the asset of a block may have. */
export type AssetMime = 'image/*' | 'audio/*';

/** An asset that a block references, and the block's field that holds its id. */
export interface BlockAsset {
  readonly assetId: AssetId;
  readonly field: string;
  readonly mime: AssetMime;
}

/** The reader of a block. The agent's owner sees the reported reasoning in full. */
export interface BlockViewer {
  readonly ownsAgent: boolean;
}

/** The definition of one block type. */
export interface BlockDefinition<
  Inbound extends z.ZodType = z.ZodType,
  Read extends z.ZodType = z.ZodType,
  Sender extends BlockSender = BlockSender,
> {
  /** The shape that is sent and stored; strict at every level. */
  readonly inbound: Inbound;
  /** The shape that a client reads. Accepts every value that `toRead` returns for an accepted inbound block. */
  readonly read: Read;
  readonly sender: Sender;
  /** Checks the rules across fields of a block that has the inbound shape. */
  check?(block: z.infer<Inbound>): BlockFault | null;
  /** Returns the asset that the server checks for MIME type and owner when the block is written. */
  asset?(block: z.infer<Inbound>): BlockAsset | null;
  /** Returns the block as this viewer reads it, or null if the viewer may not see it. Without it, every viewer reads the stored block. */
  toRead?(block: z.infer<Inbound>, viewer: BlockViewer): z.infer<Read> | null;
  /**
   * Returns the block as plain text, for previews and notifications. Never throws. The text may hold line breaks and be as long as the
   * block.
   */
  text(block: z.infer<Read>): string;
  /** Whether a preview leaves this block out when the message has any other. */
  readonly aside?: boolean;
}

/** Returns the definition unchanged; only ties the types of its functions to its schemas. */
export function defineBlock<Inbound extends z.ZodType, Read extends z.ZodType, const Sender extends BlockSender>(
  definition: BlockDefinition<Inbound, Read, Sender>,
): BlockDefinition<Inbound, Read, Sender> {
  return definition;
}
