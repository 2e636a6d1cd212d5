import type { ConversationId, ListedConversation } from '@parley/protocol';
import { useEffect, useRef } from 'react';
import { useConversations } from '../../api/conversations.ts';
import { isMuted } from '../../api/is-muted.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';

/** Alt+Shift with an arrow goes to the next unread room below or above in the list. */
export function useNextUnread(id: ConversationId): void {
  const { data: rooms = [] } = useConversations();
  const navigate = useNavigate();
  const latest = useRef({ rooms, navigate });
  latest.current = { rooms, navigate };
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      const next = nextUnread(latest.current.rooms, id, event.key === 'ArrowDown' ? 1 : -1);
      if (next) latest.current.navigate(paths.room(next.conversationId));
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id]);
}

/** Returns the next unread room from here on, continuing at the other end of the list. */
export function nextUnread(
  rooms: readonly ListedConversation[],
  from: ConversationId,
  by: -1 | 1,
): ListedConversation | undefined {
  const line = by === 1 ? rooms : rooms.toReversed();
  const at = line.findIndex(({ conversationId }) => conversationId === from);
  const now = new Date();
  return [...line.slice(at + 1), ...line.slice(0, Math.max(at, 0))].find(
    (room) => room.unreadCount > 0 && !isMuted(room, now),
  );
}
