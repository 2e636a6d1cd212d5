import { didYouMean } from '../did-you-mean.ts';
import type { AssetId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isRefusalCode, type Refusal } from '../refusals.ts';
import type { AssetMime, BlockAsset, BlockSender } from './block-definition.ts';
import type { BlockFault, BlockReason } from './block-fault.ts';
import { jsonPointer } from './json-pointer.ts';
import type { BlockType, SendableBlock } from './registry.ts';

/** A partial reply replaces the open draft; a final one closes it. */
export type ReplyMode = 'partial' | 'final';

/** An asset reference that the server must check for MIME type and owner; `path` is a JSON Pointer into the request body. */
export interface AssetReference {
  readonly assetId: AssetId;
  readonly path: string;
  readonly mime: AssetMime;
}

/** All blocks, with the assets that the server still has to look up; or the one refusal for the whole reply. */
export type BlocksVerdict =
  | { readonly ok: true; readonly blocks: SendableBlock[]; readonly assets: AssetReference[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** The validation rules of one block type. */
export interface BlockRule {
  readonly sender: BlockSender;
  /** Checks each field separately. */
  readonly shapeFault: (block: object) => BlockFault | null;
  /** Checks the rules across fields, after `shapeFault` found no error. */
  readonly check?: ((block: never) => BlockFault | null) | undefined;
  readonly asset?: ((block: never) => BlockAsset | null) | undefined;
}

/** The validation rules of every published type. */
export type BlockRules = Readonly<Record<BlockType, BlockRule>>;

/**
 * Validates the `blocks` of a request, 1 to 50 of them, all or none: the first bad block refuses the whole request. Checks each
 * block's type first, then its sender and reply mode, then its shape, then the rules across fields. Returns accepted blocks
 * unchanged. Never throws on anything that JSON.parse can make.
 */
export function validateBlocks(rules: BlockRules, input: unknown, mode: ReplyMode): BlocksVerdict {
  const refusal = countRefusal(input);
  if (refusal) return { ok: false, refusal };
  const blocks = input as unknown[];
  const assets: AssetReference[] = [];
  const formIds = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    const refusal = blockRefusal(rules, block, { index, mode, formIds });
    if (refusal) return { ok: false, refusal };
    const sendable = block as SendableBlock;
    const asset = rules[sendable.type].asset?.(sendable as never);
    if (!asset) continue;
    assets.push({ assetId: asset.assetId, path: jsonPointer(['blocks', index, asset.field]), mime: asset.mime });
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

interface Place {
  readonly index: number;
  readonly mode: ReplyMode;
  readonly formIds: Set<string>;
}

function blockRefusal(rules: BlockRules, block: unknown, { index, mode, formIds }: Place): Refusal | null {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return refused(index, notAnObject);
  const type: unknown = Object.hasOwn(block, 'type') ? (block as { type: unknown }).type : undefined;
  if (!isTypeOf(rules, type)) return refused(index, unknownType(type, rules));
  const rule = rules[type];
  const early = senderRefusal(type, rule.sender, index, mode);
  if (early) return early;
  const fault = rule.shapeFault(block) ?? rule.check?.(block as never) ?? formIdFault(block, formIds);
  return fault ? refused(index, fault) : null;
}

function isTypeOf(rules: BlockRules, type: unknown): type is BlockType {
  return typeof type === 'string' && Object.hasOwn(rules, type);
}

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
const unknownType = (type: unknown, rules: BlockRules) =>
  faultAt(
    ['type'],
    'unknown_type',
    'There is no such block type.',
    `${didYouMean(type, sendableTypes(rules))}Send one of ${sendableTypes(rules).join(', ')}.`,
  );
const duplicateFormId = faultAt(
  ['form_id'],
  'duplicate_form_id',
  'Two forms of this message have the same form_id.',
  'Give each form of a message a form_id of its own.',
);

const sendableTypes = (rules: BlockRules) =>
  Object.entries(rules)
    .filter(([, { sender }]) => sender !== 'platform' && sender !== 'nobody')
    .map(([type]) => type);

const notSendable = (type: BlockType) =>
  faultAt(['type'], 'not_sendable', `Agents do not send blocks of type ${type}.`, 'Leave this block out.');
