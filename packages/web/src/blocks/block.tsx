import type { BlockType, ReadBlock } from '@parley/protocol';
import { memo } from 'react';
import type { ComponentType } from 'react';
import { BlockBoundary } from './block-boundary.tsx';
import { ChartBlock } from './charts/chart-block.tsx';
import { ButtonsBlock, CardBlock } from './choices/choice-blocks.tsx';
import { FormBlock } from './forms/form-block.tsx';
import { Frame } from './frame.tsx';
import { AudioBlock, VideoBlock } from './media/player-blocks.tsx';
import { FileBlock } from './media/file-block.tsx';
import { ImageBlock } from './media/image-block.tsx';
import { DatePickerBlock, EventBlock } from './place-and-time/event-block.tsx';
import { LocationBlock } from './place-and-time/location-block.tsx';
import { StepBlock } from './steps/steps.tsx';
import { ListBlock } from './tables/list-block.tsx';
import { TableBlock } from './tables/table-block.tsx';
import { IntentBlock, NeedsHumanBlock, NotificationBlock, TextBlock } from './text/text-blocks.tsx';
import { ApprovalBlock } from './work/approval-block.tsx';
import { ProgressBlock } from './work/progress-block.tsx';
import { TaskUpdateBlock } from './work/task-update-block.tsx';

type Renderers = { readonly [Type in BlockType]: ComponentType<{ readonly block: ReadBlock<Type> }> };

/** One renderer a type; the compiler asks for one when a type is added. */
const renderers: Renderers = {
  text: TextBlock,
  card: CardBlock,
  image: ImageBlock,
  file: FileBlock,
  buttons: ButtonsBlock,
  form: FormBlock,
  approval_request: ApprovalBlock,
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
