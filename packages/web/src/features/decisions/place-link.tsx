import { useConversations } from '../../api/conversations.ts';
import { Link } from '../../navigation/link.tsx';
import { inboxWords } from '../../words/inbox.ts';
import type { InboxItem } from './inbox-items.ts';
import { placeOf, roomOf } from './place-of.ts';
import { roomName } from '../../api/room-name.ts';

/** Shows the room of an item as a link. */
export function PlaceLink({ item }: { readonly item: InboxItem }) {
  const { data: rooms = [] } = useConversations();
  const place = placeOf(item);
  const conversationId = roomOf(item);
  const room = rooms.find((one) => one.conversationId === conversationId);
  if (!place || !room) return <span>{inboxWords.notInIt}</span>;
  return <Link to={place}>{roomName(room)}</Link>;
}
