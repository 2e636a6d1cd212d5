/**
 * The block vocabulary on its own: schemas and types, the functions that validate and read blocks, and their plain-text form.
 */
export { acceptBlocks, type AssetReference, type BlocksVerdict, type ReplyMode } from './blocks/accept-blocks.ts';
export { replyIn, type ReplyIn } from './blocks/reply-in.ts';
export {
  defineBlock,
  type BlockSender,
  type AssetMime,
  type BlockAsset,
  type BlockViewer,
  type BlockDefinition,
} from './blocks/block-definition.ts';
export { blockReasons, type BlockReason, type BlockPath, type BlockFault } from './blocks/block-fault.ts';
export { longerThan, oneLine } from './blocks/characters.ts';
export { plainMarkdown } from './blocks/plain-markdown.ts';
export { chartBlock, type ChartBlock, type ChartCell } from './blocks/families/chart.ts';
export { buttonsBlock, cardBlock, type ButtonsBlock, type CardBlock } from './blocks/families/choices.ts';
export { tableBlock, listBlock, type TableBlock, type ListBlock } from './blocks/families/data.ts';
export { formBlock, type FormBlock, type FormField } from './blocks/families/form.ts';
export {
  imageBlock,
  fileBlock,
  audioBlock,
  videoBlock,
  type ImageBlock,
  type FileBlock,
  type AudioBlock,
  type VideoBlock,
} from './blocks/families/media.ts';
export {
  locationBlock,
  eventBlock,
  datePickerBlock,
  type LocationBlock,
  type EventBlock,
  type DatePickerBlock,
} from './blocks/families/place-and-time.ts';
export {
  thinkingBlock,
  toolUseBlock,
  toolResultBlock,
  type ThinkingBlock,
  type ThinkingReadBlock,
  type ToolUseBlock,
  type ToolUseReadBlock,
  type ToolResultBlock,
  type ToolResultReadBlock,
} from './blocks/families/reasoning.ts';
export {
  textBlock,
  intentBlock,
  needsHumanBlock,
  notificationBlock,
  type TextBlock,
  type IntentBlock,
  type NeedsHumanBlock,
  type NotificationBlock,
} from './blocks/families/text.ts';
export {
  taskUpdateBlock,
  progressBlock,
  approvalRequestBlock,
  type TaskUpdateBlock,
  type ProgressBlock,
  type ApprovalRequestBlock,
  type ApprovalRequestReadBlock,
} from './blocks/families/work.ts';
export { jsonPointer } from './blocks/json-pointer.ts';
export { blocksJsonSchema, readBlocksJsonSchema, type JsonSchema } from './blocks/json-schema.ts';
export { blocksAsText } from './blocks/plain-text.ts';
export { readBlocks } from './blocks/read-blocks.ts';
export {
  isBlockType,
  blockDefinition,
  blockRegistry,
  blockTypes,
  type BlockType,
  type InboundBlock,
  type ReadBlock,
  type SendableBlockType,
  type SendableBlock,
  type StoredBlock,
} from './blocks/registry.ts';
export { schemaFault } from './blocks/schema-fault.ts';
