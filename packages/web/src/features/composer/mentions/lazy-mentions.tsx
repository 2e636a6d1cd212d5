import { lazy, Suspense } from 'react';
import { Part } from '../../../ui/part.tsx';
import type { MentionListProps } from './mention-list.tsx';

const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }));

/** Loads the list of members with the first `@`. */
export function LazyMentions(props: MentionListProps) {
  return (
    <Part onFail={props.mention.close}>
      <Suspense>
        <MentionList {...props} />
      </Suspense>
    </Part>
  );
}
