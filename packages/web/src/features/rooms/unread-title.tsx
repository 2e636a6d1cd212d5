import { useConversations } from '../../api/conversations.ts';
import { isMuted } from '../../api/is-muted.ts';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/use-title.ts';

/** Shows the number of unread messages in the document title, after the title of the screen. */
export function UnreadTitle({ title }: { readonly title: string }) {
  const { data: rooms } = useConversations();
  const now = useNow();
  const unread = rooms?.reduce((sum, room) => sum + (isMuted(room, now) ? 0 : room.unreadCount), 0) ?? 0;
  useTitle(`${unread > 0 ? `(${unread}) ` : ''}${title}`);
  return null;
}
