import type { ListedConversation, MessageId } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { loadAround, loadNewest, readMessage, useRoomMessages } from '../../api/messages.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import type { OutgoingMessage } from '../../api/outgoing.ts';
import { useMe } from '../../api/session.ts';
import { useOutgoing } from '../../api/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageWords as words } from '../../words/messages.ts';
import { OutgoingView } from './outgoing-view.tsx';
import styles from './transcript.module.css';
import { Transcript } from './transcript.tsx';

const EmptyRoom = lazy(async () => ({ default: (await import('./empty-room.tsx')).EmptyRoom }));

export interface RoomMessagesViewProps {
  readonly room: ListedConversation;
  readonly targetId: MessageId | null;
}

/** The messages of a room, as soon as the place that it opens at is there. */
export function RoomMessagesView({ room, targetId }: RoomMessagesViewProps) {
  const me = useMe();
  const { data: held, error, refetch } = useRoomMessages(room.conversationId);
  const isPlaced = usePlace(room, targetId, held);
  const outgoing = useOutgoing(room.conversationId);

  if (!held && error) {
    return (
      <div className={styles.frame}>
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
        <Waiting outgoing={outgoing} />
      </div>
    );
  }
  if (!held || !isPlaced) {
    return (
      <div className={styles.frame}>
        <Skeleton label={words.loading} />
        <Waiting outgoing={outgoing} />
      </div>
    );
  }
  if (held.settled.length === 0 && held.drafts.length === 0 && outgoing.length === 0) {
    return (
      <div className={styles.frame}>
        <div className={styles.scroll}>
          {/* Without a connection its code may not come, and one may write all the same. */}
          <Part onFail={() => undefined}>
            <Suspense fallback={<Skeleton label={words.loading} />}>
              <EmptyRoom room={room} />
            </Suspense>
          </Part>
        </div>
      </div>
    );
  }
  return <Transcript room={room} held={held} ownUserId={me.userId} targetId={targetId} />;
}

/** What was written and is not sent, while nothing else of the room can be shown. */
function Waiting({ outgoing }: { readonly outgoing: readonly OutgoingMessage[] }) {
  return (
    <div className={styles.column}>
      {outgoing.map((each) => (
        <OutgoingView key={each.key} outgoing={each} startsGroup isBehind={false} chose={null} />
      ))}
    </div>
  );
}

/** Reads what is around the place that the room opens at: the message a link led to, or the first unread one. */
function usePlace(room: ListedConversation, targetId: MessageId | null, held: RoomMessages | undefined): boolean {
  const client = useQueryClient();
  const id = room.conversationId;
  const newest = room.lastMessage?.seq ?? 0;
  const isReady = held !== undefined;
  const { isPending } = useQuery({
    queryKey: ['place', id, targetId],
    enabled: isReady,
    staleTime: Infinity,
    gcTime: 0,
    // Without a connection there may be nothing to read for it, and what is held can be shown.
    networkMode: 'always',
    retry: false,
    queryFn: async () => {
      if (targetId !== null) {
        const { seq } = await readMessage(id, targetId);
        if (seq !== null) await loadAround(client, id, seq, newest);
      } else if (room.unreadCount > 0) {
        await loadAround(client, id, room.readSeq + 1, newest);
      } else if (!held?.reachesEnd) {
        await loadNewest(client, id);
      }
      return true;
    },
  });
  return isReady && !isPending;
}
