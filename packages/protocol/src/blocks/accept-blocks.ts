import { z } from 'zod';
import { didYouMean } from '../did-you-mean.ts';
import type { AssetId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isRefusalCode, type Refusal } from '../refusals.ts';
import type { AssetMime, BlockDefinition, BlockSender } from './block-definition.ts';
import type { BlockFault, BlockReason } from './block-fault.ts';
import { jsonPointer } from './json-pointer.ts';
import { blockDefinition, blockTypes, isBlockType, type BlockType, type SendableBlock } from './registry.ts';
import { schemaFault } from './schema-fault.ts';

/** A partial reply replaces the open draft; a final one closes it. */
export type ReplyMode = 'partial' | 'final';

/** An asset that a reply names where its kind and its owner matter; `path` is a JSON Pointer into the request body. */
export interface AssetReference {
  readonly assetId: AssetId;
  readonly path: string;
  readonly mime: AssetMime;
}

/** All blocks, with the assets that are still to be looked up; or the one refusal for the whole reply. */
export type BlocksVerdict =
  | { readonly ok: true; readonly blocks: SendableBlock[]; readonly assets: AssetReference[] }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Judges the `blocks` of a request, 1 to 50 of them, all or none: the first bad block refuses the whole. Within a block its
 * type is judged first, then who may send it and when, its shape, and last the rules across fields. Accepted blocks are the
 * values that came in. Never throws on anything that JSON.parse can make.
 */
export function acceptBlocks(input: unknown, mode: ReplyMode): BlocksVerdict {
  const refusal = countRefusal(input);
  if (refusal) return { ok: false, refusal };
  const blocks = input as unknown[];
  const assets: AssetReference[] = [];
  const formIds = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    const refusal = blockRefusal(block, index, mode, formIds);
    if (refusal) return { ok: false, refusal };
    collectAsset(block as SendableBlock, index, assets);
  }
  return { ok: true, blocks: blocks as SendableBlock[], assets };
}

function countRefusal(input: unknown): Refusal | null {
  const hint = `Send an array of 1 to ${limits.replyBlocks} blocks.`;
  const refusal = { code: 'malformed_request', path: '/blocks', hint } as const;
  if (!Array.isArray(input)) return { ...refusal, reason: 'wrong_type', message: 'The blocks are not an array.' };
  if (input.length === 0) return { ...refusal, reason: 'too_few', message: 'There are no blocks.' };
  if (input.length <= limits.replyBlocks) return null;
  return { ...refusal, reason: 'too_many', message: `There are ${input.length} blocks.` };
}

function blockRefusal(block: unknown, index: number, mode: ReplyMode, formIds: Set<string>): Refusal | null {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return refused(index, notAnObject);
  const type: unknown = Object.hasOwn(block, 'type') ? (block as { type: unknown }).type : undefined;
  if (!isBlockType(type)) return refused(index, unknownType(type));
  const definition = blockDefinition(type);
  const early = senderRefusal(type, definition.sender, index, mode);
  if (early) return early;
  const fault = shapeFault(type, definition, block) ?? definition.check?.(block) ?? formIdFault(block, formIds);
  return fault ? refused(index, fault) : null;
}

function shapeFault(type: BlockType, { inbound }: BlockDefinition, block: object): BlockFault | null {
  let schema = compiled.get(type);
  if (!schema) compiled.set(type, (schema = z.compile(inbound)));
  if (z.validate(schema, block)) return null;
  return schemaFault(inbound.safeParse(block).error?.issues ?? [], block, inbound);
}

/** Compiled when first needed, so that a client that only reads blocks never generates code. */
const compiled = new Map<BlockType, z.ZodType>();

function senderRefusal(type: BlockType, sender: BlockSender, index: number, mode: ReplyMode): Refusal | null {
  if (sender === 'any' || sender === mode) return null;
  if (sender === 'platform' || sender === 'nobody') return refused(index, notSendable(type));
  const token = `${type}_requires_${sender}`;
  const refusal = {
    path: jsonPointer(['blocks', index]),
    message: `A block of type ${type} is for ${sender} replies only.`,
    hint: sender === 'final' ? 'Leave it out until the final reply.' : 'Leave it out, or send it in a partial reply.',
  };
  return isRefusalCode(token) ? { code: token, ...refusal } : { code: 'block_invalid', reason: token, ...refusal };
}

function formIdFault(block: object, formIds: Set<string>): BlockFault | null {
  const form = block as SendableBlock;
  if (form.type !== 'form') return null;
  if (formIds.has(form.form_id)) return duplicateFormId;
  formIds.add(form.form_id);
  return null;
}

function collectAsset(block: SendableBlock, index: number, assets: AssetReference[]): void {
  const asset = blockDefinition(block.type).asset?.(block);
  if (!asset) return;
  assets.push({ assetId: asset.assetId, path: jsonPointer(['blocks', index, asset.field]), mime: asset.mime });
}

function refused(index: number, { path, ...rest }: BlockFault): Refusal {
  return { code: 'block_invalid', path: jsonPointer(['blocks', index, ...path]), ...rest };
}

const faultAt = (path: string[], reason: BlockReason, message: string, hint: string) => ({
  path,
  reason,
  message,
  hint,
});

const notAnObject = faultAt([], 'wrong_type', 'A block is not an object.', 'Send an object that has a type.');
const unknownType = (type: unknown) =>
  faultAt(
    ['type'],
    'unknown_type',
    'There is no such block type.',
    `${didYouMean(type, sendableTypes())}Send one of ${sendableTypes().join(', ')}.`,
  );
const duplicateFormId = faultAt(
  ['form_id'],
  'duplicate_form_id',
  'Two forms of this message have the same form_id.',
  'Give each form of a message a form_id of its own.',
);

const sendableTypes = () => blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));

const notSendable = (type: BlockType) =>
  faultAt(['type'], 'not_sendable', `Agents do not send blocks of type ${type}.`, 'Leave this block out.');
