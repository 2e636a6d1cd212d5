import type { ConversationId, MessageId } from '@parley/protocol';
import { Link, useParams } from '@tanstack/react-router';
import { useConversation } from '../api/conversations.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { RequestError } from '../api/request.ts';
import { ComposerBar } from '../features/composer/composer-bar.tsx';
import { RoomMessagesView } from '../features/messages/room-messages-view.tsx';
import { RoomHeader } from '../features/rooms/room-header.tsx';
import { roomTitle } from '../features/rooms/room-title.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function RoomScreen() {
  const { conversationId } = useParams({ from: '/app/c/$conversationId' });
  return <Room key={conversationId} id={conversationId} targetId={null} />;
}

/** A room, opened at one message. */
export function MessageScreen() {
  const { conversationId, messageId } = useParams({ from: '/app/c/$conversationId/m/$messageId' });
  return <Room key={conversationId} id={conversationId} targetId={messageId} />;
}

interface RoomProps {
  readonly id: ConversationId;
  readonly targetId: MessageId | null;
}

function Room({ id, targetId }: RoomProps) {
  const { data: room, error, refetch } = useConversation(id);
  if (!room && error) {
    const isGone = error instanceof RequestError && error.status === 404;
    if (isGone) return <Gone />;
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />;
  }
  if (!room) return <Skeleton label="Loading the conversation" />;
  const title = roomTitle(room);
  return (
    <>
      <UnreadTitle title={title} />
      <RoomHeader room={room} />
      {/* First in the document, so that it is first for the keys; the style puts it below. */}
      <ComposerBar room={room} title={title} />
      <RoomMessagesView room={room} targetId={targetId} />
    </>
  );
}

function Gone() {
  return (
    <EmptyState title="This conversation is not here" action={<Link to="/">All conversations</Link>}>
      It was deleted, or you are not in it.
    </EmptyState>
  );
}
