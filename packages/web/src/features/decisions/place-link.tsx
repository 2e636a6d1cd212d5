import { Link } from '@tanstack/react-router';
import { useConversations } from '../../api/conversations.ts';
import type { InboxItem } from './inbox-items.ts';
import { placeOf } from './place-of.ts';
import { roomName } from './room-name.ts';

/** The room of an item, as the way to it. */
export function PlaceLink({ item }: { readonly item: InboxItem }) {
  const { data: rooms = [] } = useConversations();
  const place = placeOf(item);
  const room = rooms.find(({ conversationId }) => conversationId === place?.params.conversationId);
  if (!place || !room) return <span>A conversation that you are not in</span>;
  return <Link {...place}>{roomName(room)}</Link>;
}
