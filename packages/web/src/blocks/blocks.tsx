import type { ReadBlock } from '@parley/protocol';
import { memo } from 'react';
import { Block } from './block.tsx';
import { BlockBoundary } from './block-boundary.tsx';
import { groupSteps } from './steps/group-steps.ts';
import { Steps } from './steps/steps.tsx';

/** Renders all blocks of a message. Consecutive blocks of reported inner work are folded into one line. */
export const Blocks = memo(function Blocks({ blocks }: { readonly blocks: readonly ReadBlock[] }) {
  return groupSteps(blocks).map((part, index) =>
    'steps' in part ? (
      <BlockBoundary key={index} block={part.first}>
        <Steps steps={part.steps} isLast={part.isLast} />
      </BlockBoundary>
    ) : (
      <Block key={index} block={part.block} />
    ),
  );
});
