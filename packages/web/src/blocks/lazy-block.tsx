import type { BlockType, ReadBlock } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { blockWords } from '../words/blocks.ts';

/** Renders the blocks of one type. */
export type Renderer<Type extends BlockType> = ComponentType<{ readonly block: ReadBlock<Type> }>;

/** Returns a renderer with code that loads with the first block of its type. */
export function lazyBlock<Type extends BlockType>(load: () => Promise<Renderer<Type>>): Renderer<Type> {
  const Drawn = lazy(async () => ({ default: await load() }));
  return function LazyBlock({ block }) {
    return (
      <Suspense fallback={<Skeleton label={blockWords.loading} rows={2} />}>
        <Drawn block={block} />
      </Suspense>
    );
  };
}
