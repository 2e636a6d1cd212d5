import type { Message } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { submitForm } from '../../api/forms.ts';
import { useTask } from '../../api/tasks.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { BlockActionsContext } from '../../blocks/block-context.ts';
import { toast } from '../../ui/toasts.tsx';
import type { BlockActions } from '../../blocks/block-context.ts';
import { messageWords } from '../../words/messages.ts';

export interface MessageActionsProps {
  readonly message: Message;
  /** What the reader said next, where that is a choice of this message. */
  readonly said: string | null;
  readonly children: ReactNode;
}

const sayWhy = (error: unknown) => toast(error instanceof Error ? error.message : messageWords.notKept);

/** Lets the blocks of a message act in its room. A draft may still change, so nothing in it can be pressed. */
export function MessageActions({ message, said, children }: MessageActionsProps) {
  const outbox = useOutbox();
  const client = useQueryClient();
  const { conversationId, messageId, formStates, partial, author } = message;
  const actions = useMemo(
    (): BlockActions => ({
      say: partial ? null : (text) => void outbox.send(conversationId, text).catch(sayWhy),
      formStates,
      messageId,
      ...(author.type === 'agent' && { author: author.name }),
      isLive: partial,
      said,
      submitForm:
        partial || author.type !== 'agent'
          ? null
          : (formId, values) => submitForm(client, { conversationId, messageId, formId, values }),
      useTask,
      roomId: conversationId,
    }),
    [outbox, client, conversationId, messageId, formStates, author.name, author.type, partial, said],
  );
  return <BlockActionsContext value={actions}>{children}</BlockActionsContext>;
}
