import type { BlockType, ReadBlock } from '@parley/protocol';
import { memo } from 'react';
import type { ComponentType } from 'react';
import { ButtonsBlock, CardBlock } from './choice-blocks.tsx';
import { ChartBlock, ListBlock, TableBlock } from './data-blocks.tsx';
import { FormBlock } from './form-block.tsx';
import { BlockBoundary } from './block-boundary.tsx';
import { Frame } from './frame.tsx';
import { AudioBlock, FileBlock, ImageBlock, VideoBlock } from './media-blocks.tsx';
import { DatePickerBlock, EventBlock, LocationBlock } from './place-and-time-blocks.tsx';
import { StepBlock } from './steps/steps.tsx';
import { IntentBlock, NeedsHumanBlock, NotificationBlock, TextBlock } from './text-blocks.tsx';
import { ApprovalRequestBlock, ProgressBlock, TaskUpdateBlock } from './work-blocks.tsx';

type Renderers = { readonly [Type in BlockType]: ComponentType<{ readonly block: ReadBlock<Type> }> };

/** One renderer a type; the compiler asks for one when a type is added. */
const renderers: Renderers = {
  text: TextBlock,
  card: CardBlock,
  image: ImageBlock,
  file: FileBlock,
  buttons: ButtonsBlock,
  form: FormBlock,
  approval_request: ApprovalRequestBlock,
  task_update: TaskUpdateBlock,
  progress: ProgressBlock,
  table: TableBlock,
  audio: AudioBlock,
  video: VideoBlock,
  thinking: StepBlock,
  tool_use: StepBlock,
  tool_result: StepBlock,
  list: ListBlock,
  date_picker: DatePickerBlock,
  location: LocationBlock,
  event: EventBlock,
  notification: NotificationBlock,
  intent: IntentBlock,
  needs_human: NeedsHumanBlock,
  chart: ChartBlock,
};

/** Any block as its reader sees it. A type that this version of the app does not know says so. */
export const Block = memo(function Block({ block }: { readonly block: ReadBlock }) {
  if (!Object.hasOwn(renderers, block.type)) {
    return (
      <Frame kind="Something new">
        This part of the message needs a newer version of the app. Reload the page to get it.
      </Frame>
    );
  }
  const Renderer = renderers[block.type] as ComponentType<{ readonly block: ReadBlock }>;
  return (
    <BlockBoundary block={block}>
      <Renderer block={block} />
    </BlockBoundary>
  );
});
