import type { z } from 'zod';
import type { AssetId } from '../ids.ts';
import type { BlockFault } from './block-fault.ts';

/**
 * Who may send a block: an agent in `any` reply, in a `partial` or in a `final` one only; the `platform` alone, which writes
 * it itself; or `nobody`, for a type that is published but not taken from anyone yet.
 */
export type BlockSender = 'any' | 'partial' | 'final' | 'platform' | 'nobody';

/** The kind of bytes that an asset must hold to stand where the block names it. */
export type AssetMime = 'image/*' | 'audio/*';

/** An asset that a block names, in the field it stands in. */
export interface BlockAsset {
  readonly assetId: AssetId;
  readonly field: string;
  readonly mime: AssetMime;
}

/** Who looks at a block: the owner of the agent that wrote it sees its reported reasoning in full. */
export interface BlockViewer {
  readonly ownsAgent: boolean;
}

/** Everything that Parley knows about one block type. */
export interface BlockDefinition<
  Inbound extends z.ZodType = z.ZodType,
  Read extends z.ZodType = z.ZodType,
  Sender extends BlockSender = BlockSender,
> {
  /** The shape that is sent and stored; strict at every level. */
  readonly inbound: Inbound;
  /** The shape that a client reads; takes everything that `inbound` took, once it went through `toRead`. */
  readonly read: Read;
  readonly sender: Sender;
  /** The rules across fields, for a block that has the inbound shape. */
  check?(block: z.infer<Inbound>): BlockFault | null;
  /** The asset whose mime type and owner are checked when the block is written. */
  asset?(block: z.infer<Inbound>): BlockAsset | null;
  /** The block as this viewer reads it, or null where it is not for them; without it, every viewer reads what is stored. */
  toRead?(block: z.infer<Inbound>, viewer: BlockViewer): z.infer<Read> | null;
  /** The block as plain text, for previews and notifications. Never throws; may hold line breaks and be as long as the block. */
  text(block: z.infer<Read>): string;
  /** Left out of a preview where anything else stands beside it. */
  readonly aside?: boolean;
}

/** Ties the functions of a definition to its schemas; gives the definition back unchanged. */
export function defineBlock<Inbound extends z.ZodType, Read extends z.ZodType, const Sender extends BlockSender>(
  definition: BlockDefinition<Inbound, Read, Sender>,
): BlockDefinition<Inbound, Read, Sender> {
  return definition;
}
