import type { AgentId, ListedConversation } from '@parley/protocol';
import { useEffect, useRef } from 'react';
import { useOpenConversation } from '../../api/conversations.ts';
import { newKey } from '../../api/new-key.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { toast } from '../../ui/toasts.tsx';
import { roomWords as words } from '../../words/rooms.ts';

/** Returns a function that opens another room with the same agent; null if the room has no agent. */
export function useNewThread(room: ListedConversation): (() => void) | null {
  const open = useOpenConversation();
  const navigate = useNavigate();
  const isOpening = useRef(false);
  const agent = room.agentMembers[0];
  if (!agent) return null;

  async function openThread(agentId: AgentId): Promise<void> {
    if (isOpening.current) return;
    isOpening.current = true;
    try {
      const idempotencyKey = newKey();
      const { item } = await open.mutateAsync({ agentIds: [agentId], userIds: [], idempotencyKey });
      navigate(paths.room(item.conversationId));
    } catch (error) {
      toast(words.notOpened(error instanceof Error ? error.message : ''));
    } finally {
      isOpening.current = false;
    }
  }
  return () => void openThread(agent.agentId);
}

/** Runs an action on Ctrl+Shift (Command+Shift on a Mac) with a key, wherever the focus is, unless a dialog is open. */
export function useRoomKey(key: string, act: (() => void) | null): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isIt =
        event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!isIt || latest.current === null || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key]);
}
