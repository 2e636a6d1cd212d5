import type { Message } from '@parley/protocol';
import { use } from 'react';
import { useOutbox } from '../../api/use-outbox.ts';
import { messageWords as words } from '../../words/messages.ts';
import { toast } from '../../ui/toasts.tsx';
import edited from './edited-mark.module.css';
import { RoomAgentContext } from './spoken-for.ts';

/** Sends the present text of an edited message as a new message, if the room's agent takes messages. */
export function SendAgain({ message: { conversationId, body } }: { readonly message: Message }) {
  const outbox = useOutbox();
  const standing = use(RoomAgentContext)?.standing;
  if (body === null || standing !== 'connected') return null;
  const send = () => {
    outbox.send(conversationId, body).catch((error: unknown) => {
      toast(error instanceof Error ? error.message : words.notKept);
    });
  };
  return (
    <button type="button" className={edited.again} onClick={send}>
      {words.sendAgain}
    </button>
  );
}
