import type { Message } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import { writeEditDraft } from '../../api/edit-drafts.ts';
import { useMe } from '../../api/session.ts';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageWords as words } from '../../words/messages.ts';

const EditField = lazy(async () => ({ default: (await import('./edit-field.tsx')).EditField }));

/** Loads the field that edits a message. If that fails, the message is shown again. */
export function LazyEditField({ message }: { readonly message: Message }) {
  const me = useMe();
  return (
    <Part onFail={() => writeEditDraft({ ...message, userId: me.userId }, null)}>
      <Suspense fallback={<Skeleton label={words.loading} />}>
        <EditField message={message} />
      </Suspense>
    </Part>
  );
}
