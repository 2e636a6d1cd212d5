import type { z } from 'zod';
import type { BlockDefinition } from './block-definition.ts';
import { chartBlock } from './families/chart.ts';
import { buttonsBlock, cardBlock } from './families/choices.ts';
import { listBlock, tableBlock } from './families/data.ts';
import { formBlock } from './families/form.ts';
import { audioBlock, fileBlock, imageBlock, videoBlock } from './families/media.ts';
import { datePickerBlock, eventBlock, locationBlock } from './families/place-and-time.ts';
import { thinkingBlock, toolResultBlock, toolUseBlock } from './families/reasoning.ts';
import { intentBlock, needsHumanBlock, notificationBlock, textBlock } from './families/text.ts';
import { approvalRequestBlock, progressBlock, taskUpdateBlock } from './families/work.ts';

/**
 * The definition of each block type, one row per type: shapes, sender, rules across fields, and plain-text form. The set is
 * closed: an unknown type is refused, never passed through.
 */
export const blockRegistry = {
  text: textBlock,
  card: cardBlock,
  image: imageBlock,
  file: fileBlock,
  buttons: buttonsBlock,
  form: formBlock,
  approval_request: approvalRequestBlock,
  task_update: taskUpdateBlock,
  progress: progressBlock,
  table: tableBlock,
  audio: audioBlock,
  video: videoBlock,
  thinking: thinkingBlock,
  tool_use: toolUseBlock,
  tool_result: toolResultBlock,
  list: listBlock,
  date_picker: datePickerBlock,
  location: locationBlock,
  event: eventBlock,
  notification: notificationBlock,
  intent: intentBlock,
  needs_human: needsHumanBlock,
  chart: chartBlock,
};

type Registry = typeof blockRegistry;

export type BlockType = keyof Registry;

type RowsByTheirType = { [Type in BlockType]: BlockDefinition<z.ZodType<{ type: Type }>, z.ZodType<{ type: Type }>> };

/** Every published block type, in the order of the registry. */
export const blockTypes = Object.keys(blockRegistry satisfies RowsByTheirType) as readonly BlockType[];

/** A block as it is sent and stored, by its type. */
export type InboundBlock<Type extends BlockType = BlockType> = {
  [T in Type]: z.infer<Registry[T]['inbound']>;
}[Type];

/** A block as a client reads it, by its type. */
export type ReadBlock<Type extends BlockType = BlockType> = { [T in Type]: z.infer<Registry[T]['read']> }[Type];

/** The types that an agent may send. */
export type SendableBlockType = {
  [T in BlockType]: Registry[T]['sender'] extends 'platform' | 'nobody' ? never : T;
}[BlockType];

/** A block that an agent may send. `acceptBlocks` also checks that the reply mode fits its type. */
export type SendableBlock = InboundBlock<SendableBlockType>;

/** A block as stored: as an agent sent it, or as the platform built it. */
export type StoredBlock = InboundBlock | ReadBlock<'approval_request'>;

/** Returns whether a value is the name of a published block type. */
export function isBlockType(value: unknown): value is BlockType {
  return typeof value === 'string' && Object.hasOwn(blockRegistry, value);
}

/** Returns the definition of one block type, without its exact shapes. */
export function blockDefinition(type: BlockType): BlockDefinition {
  return blockRegistry[type];
}
