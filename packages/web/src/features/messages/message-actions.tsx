import type { Message } from '@parley/protocol';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useOutbox } from '../../api/use-outbox.ts';
import { BlockActionsContext } from '../../blocks/block-context.ts';

/** Lets the blocks of a message act in its room. A draft may still change, so nothing in it can be pressed. */
export function MessageActions({ message, children }: { readonly message: Message; readonly children: ReactNode }) {
  const outbox = useOutbox();
  const { conversationId, formStates, partial } = message;
  const actions = useMemo(
    () => ({ say: partial ? null : (text: string) => outbox.send(conversationId, text), formStates }),
    [outbox, conversationId, formStates, partial],
  );
  return <BlockActionsContext value={actions}>{children}</BlockActionsContext>;
}
