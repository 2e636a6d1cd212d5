import type { ListedConversation, MessageId } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { loadBackTo, readMessage, useRoomMessages } from '../../api/messages.ts';
import { useMe } from '../../api/session.ts';
import { useOutgoing } from '../../api/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyRoom } from './empty-room.tsx';
import styles from './transcript.module.css';
import { Transcript } from './transcript.tsx';

export interface RoomMessagesViewProps {
  readonly room: ListedConversation;
  readonly targetId: MessageId | null;
}

/** The messages of a room, as soon as the place that it opens at is there. */
export function RoomMessagesView({ room, targetId }: RoomMessagesViewProps) {
  const me = useMe();
  const { data: held, error, refetch } = useRoomMessages(room.conversationId);
  const isPlaced = usePlace(room, targetId, held !== undefined);
  const isSending = useOutgoing(room.conversationId).length > 0;

  if (!held && error) {
    return (
      <div className={styles.frame}>
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      </div>
    );
  }
  if (!held || !isPlaced) {
    return (
      <div className={styles.frame}>
        <Skeleton label="Loading messages" />
      </div>
    );
  }
  if (held.settled.length === 0 && held.drafts.length === 0 && !isSending) {
    return (
      <div className={styles.frame}>
        <EmptyRoom room={room} />
      </div>
    );
  }
  return <Transcript room={room} held={held} ownUserId={me.userId} targetId={targetId} />;
}

/** Reads as far back as the place that the room opens at: the message a link led to, or the first unread one. */
function usePlace(room: ListedConversation, targetId: MessageId | null, isReady: boolean): boolean {
  const client = useQueryClient();
  const id = room.conversationId;
  const { isPending } = useQuery({
    queryKey: ['place', id, targetId],
    enabled: isReady,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      if (targetId !== null) {
        const { seq } = await readMessage(id, targetId);
        if (seq !== null) await loadBackTo(client, id, seq);
      } else if (room.unreadCount > 0) {
        await loadBackTo(client, id, room.readSeq);
      }
      return true;
    },
  });
  return isReady && !isPending;
}
