import type { ConversationId, MessageId } from '@parley/protocol';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { useConversation } from '../api/conversations.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { RequestError } from '../api/request.ts';
import { ComposerBar } from '../features/composer/composer-bar.tsx';
import { hasNoLine, NotKept } from '../features/messages/not-kept.tsx';
import { RoomMessagesView } from '../features/messages/room-messages-view.tsx';
import { RoomHeader } from '../features/rooms/room-header.tsx';
import { roomNames, roomTitle } from '../features/rooms/room-title.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { roomScreenWords as words } from '../words/room-screen.ts';
import { LazyConsent } from './lazy-consent.tsx';
import { DetailsButton, RoomDetails, useDetails } from './room-details.tsx';
import styles from './room-details.module.css';

export interface RoomScreenProps {
  readonly conversationId: ConversationId;
  /** The message to open the room at; null for the newest. */
  readonly messageId: MessageId | null;
}

export function RoomScreen({ conversationId, messageId }: RoomScreenProps) {
  return <Room key={conversationId} id={conversationId} targetId={messageId} />;
}

interface RoomProps {
  readonly id: ConversationId;
  readonly targetId: MessageId | null;
}

function Room({ id, targetId }: RoomProps) {
  const reading = useConversation(id);
  const { data: room, error, refetch } = reading;
  const details = useDetails();
  if (!room && hasNoLine(reading)) {
    return (
      <>
        <UnreadTitle title={words.notKept} />
        <NotKept />
      </>
    );
  }
  if (!room && error) {
    const isGone = error instanceof RequestError && error.status === 404;
    if (isGone) return <Gone />;
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />;
  }
  if (!room) return <Skeleton label={words.loading} />;
  return (
    <div className={styles.room}>
      <div className={styles.column}>
        <UnreadTitle title={roomTitle(room)} />
        <RoomHeader room={room}>
          <DetailsButton details={details} />
        </RoomHeader>
        {/* First in the document, so that it is first in tab order; the stylesheet puts it below. */}
        <ComposerBar room={room} to={roomNames(room)} />
        <RoomMessagesView room={room} targetId={targetId} />
        <LazyConsent room={room} />
      </div>
      <RoomDetails room={room} details={details} />
    </div>
  );
}

function Gone() {
  return (
    <>
      <UnreadTitle title={words.gone} />
      <EmptyState isPage title={words.gone} action={<Link to={paths.home}>{words.all}</Link>}>
        {words.goneText}
      </EmptyState>
    </>
  );
}
