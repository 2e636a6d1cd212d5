import { useEffect } from 'react';
import { useConversations } from '../../api/conversations.ts';

/** Keeps the number of unread messages in the title of the document, behind what the screen calls itself. */
export function UnreadTitle({ title }: { readonly title: string }) {
  const { data: rooms } = useConversations();
  const unread = rooms?.reduce((sum, room) => sum + (room.muted ? 0 : room.unreadCount), 0) ?? 0;

  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Parley`;
  }, [title, unread]);

  return null;
}
