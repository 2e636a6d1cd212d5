import { useState } from 'react';
import type { ReactNode } from 'react';
import { countDrafts } from '../../api/drafts.ts';
import { useMe, useSignOut } from '../../api/session.ts';
import { useAllOutgoing } from '../../api/use-outbox.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toasts.tsx';
import { outboxWords } from '../../words/outbox.ts';

export interface WayOut {
  readonly leave: () => void;
  /** The confirmation dialog if unsent text would be lost; render it as it is. */
  readonly question: ReactNode;
}

/** Signs out, after confirmation if unsent text would be lost. */
export function useWayOut(): WayOut {
  const me = useMe();
  const signOut = useSignOut();
  const unsent = useAllOutgoing().length;
  const [drafts, setDrafts] = useState<number | null>(null);

  function leave(): void {
    const drafted = countDrafts(me.userId);
    if (unsent + drafted > 0) setDrafts(drafted);
    else signOut.mutate(undefined, { onError: (error) => toast(error.message) });
  }

  const question = drafts !== null && (
    <Confirm
      title={outboxWords.unsentTitle}
      action={outboxWords.unsentAction}
      onConfirm={() => signOut.mutateAsync()}
      onClose={() => setDrafts(null)}
    >
      {outboxWords.unsent(unsent, drafts)}
    </Confirm>
  );
  return { leave, question };
}
