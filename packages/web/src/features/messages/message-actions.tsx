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
  /** The user's choices in the blocks of this message. */
  readonly said: Message['choiceStates'];
  readonly children: ReactNode;
}

const sayWhy = (error: unknown) => toast(error instanceof Error ? error.message : messageWords.notKept);

/** Connects the buttons in a message's blocks to its room. A draft may still change, so its buttons are disabled. */
export function MessageActions({ message, said, children }: MessageActionsProps) {
  const outbox = useOutbox();
  const client = useQueryClient();
  const { conversationId, messageId, formStates, partial, author, blocks } = message;
  const actions = useMemo(
    (): BlockActions => ({
      choose: partial
        ? null
        : (block, { text, label, isPurchase }) => {
            const place = { messageId, block: blocks.indexOf(block) };
            const choice = isPurchase ? { ...place, purchase: true as const } : { ...place, payload: text };
            outbox.send(conversationId, text, { choice: { choice, label } }).catch(sayWhy);
          },
      chosen: (block) => said[blocks.indexOf(block)]?.label ?? null,
      formStates,
      messageId,
      ...(author.type === 'agent' && { author: author.name }),
      isLive: partial,
      submitForm:
        partial || author.type !== 'agent'
          ? null
          : (formId, values) => submitForm(client, { conversationId, messageId, formId, values }),
      useTask,
      roomId: conversationId,
    }),
    [outbox, client, conversationId, messageId, blocks, formStates, author.name, author.type, partial, said],
  );
  return <BlockActionsContext value={actions}>{children}</BlockActionsContext>;
}
