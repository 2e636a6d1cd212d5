import type { BlockType, ReadBlock } from '@parley/protocol';
import { memo } from 'react';
import type { ComponentType } from 'react';
import { blockWords } from '../words/blocks.ts';
import { BlockBoundary } from './block-boundary.tsx';
import { ButtonsBlock, CardBlock } from './choices/choice-blocks.tsx';
import { Frame } from './frame.tsx';
import { lazyBlock } from './lazy-block.tsx';
import type { Renderer } from './lazy-block.tsx';
import { ListBlock } from './tables/list-block.tsx';
import { StepBlock } from './steps/steps.tsx';
import { IntentBlock, NeedsHumanBlock, NotificationBlock, TextBlock } from './text/text-blocks.tsx';
import { ProgressBlock } from './work/progress-block.tsx';

type Renderers = { readonly [Type in BlockType]: Renderer<Type> };

/** One renderer per block type; a new type fails to compile until it has one. */
const renderers: Renderers = {
  text: TextBlock,
  card: CardBlock,
  image: lazyBlock(async () => (await import('./media/image-block.tsx')).ImageBlock),
  file: lazyBlock(async () => (await import('./media/file-block.tsx')).FileBlock),
  buttons: ButtonsBlock,
  form: lazyBlock(async () => (await import('./forms/form-block.tsx')).FormBlock),
  approval_request: lazyBlock(async () => (await import('./work/approval-request-block.tsx')).ApprovalRequestBlock),
  task_update: lazyBlock(async () => (await import('./work/task-update-block.tsx')).TaskUpdateBlock),
  progress: ProgressBlock,
  table: lazyBlock(async () => (await import('./tables/table-block.tsx')).TableBlock),
  audio: lazyBlock(async () => (await import('./media/player-blocks.tsx')).AudioBlock),
  video: lazyBlock(async () => (await import('./media/player-blocks.tsx')).VideoBlock),
  thinking: StepBlock,
  tool_use: StepBlock,
  tool_result: StepBlock,
  list: ListBlock,
  date_picker: lazyBlock(async () => (await import('./place-and-time/event-block.tsx')).DatePickerBlock),
  location: lazyBlock(async () => (await import('./place-and-time/location-block.tsx')).LocationBlock),
  event: lazyBlock(async () => (await import('./place-and-time/event-block.tsx')).EventBlock),
  notification: NotificationBlock,
  intent: IntentBlock,
  needs_human: NeedsHumanBlock,
  chart: lazyBlock(async () => (await import('./charts/chart-block.tsx')).ChartBlock),
};

/** Renders a block. Shows a notice for a type that this version of the app does not know. */
export const Block = memo(function Block({ block }: { readonly block: ReadBlock }) {
  if (!Object.hasOwn(renderers, block.type)) {
    return <Frame kind={blockWords.unknown}>{blockWords.unknownText}</Frame>;
  }
  const Renderer = renderers[block.type] as ComponentType<{ readonly block: ReadBlock }>;
  return (
    <BlockBoundary block={block}>
      <Renderer block={block} />
    </BlockBoundary>
  );
});
