import type { ReadBlock } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

const ApprovalRequestBlock = lazy(async () => ({
  default: (await import('./approval-request-block.tsx')).ApprovalRequestBlock,
}));

/** A question for a person, whose code comes with the first one that is seen. */
export function ApprovalBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  return (
    <Suspense fallback={<Skeleton label="Loading what is asked" rows={3} />}>
      <ApprovalRequestBlock block={block} />
    </Suspense>
  );
}
