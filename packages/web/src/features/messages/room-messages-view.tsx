import type { ConversationId, ListedConversation, MessageId } from '@parley/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { loadAround, loadNewest, readMessage, useRoomMessages } from '../../api/messages.ts';
import { RequestError } from '../../api/request.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import type { OutgoingMessage } from '../../api/outgoing.ts';
import { useMe } from '../../api/session.ts';
import { useOutgoing } from '../../api/use-outbox.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { messageWords as words } from '../../words/messages.ts';
import { hasNoLine, NotKept } from './not-kept.tsx';
import { OutgoingView } from './outgoing-view.tsx';
import styles from './transcript.module.css';
import { Transcript } from './transcript.tsx';

const EmptyRoom = lazy(async () => ({ default: (await import('./empty-room.tsx')).EmptyRoom }));

export interface RoomMessagesViewProps {
  readonly room: ListedConversation;
  readonly targetId: MessageId | null;
}

/** Shows the messages of a room once its opening position is loaded. */
export function RoomMessagesView({ room, targetId }: RoomMessagesViewProps) {
  const me = useMe();
  const reading = useRoomMessages(room.conversationId);
  const { data: held, error, refetch } = reading;
  const { isPlaced, isMissing } = usePlace(room, targetId, held);
  const outgoing = useOutgoing(room.conversationId);

  if (!held && hasNoLine(reading)) {
    return (
      <div className={styles.frame}>
        <Waiting outgoing={outgoing}>
          <NotKept />
        </Waiting>
      </div>
    );
  }
  if (!held && error) {
    return (
      <div className={styles.frame}>
        <Waiting outgoing={outgoing}>
          <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
        </Waiting>
      </div>
    );
  }
  if (!held || !isPlaced) {
    return (
      <div className={styles.frame}>
        <Waiting outgoing={outgoing}>
          <Skeleton label={words.loading} />
        </Waiting>
      </div>
    );
  }
  if (held.settled.length === 0 && held.drafts.length === 0 && outgoing.length === 0) {
    return (
      <div className={styles.frame}>
        {isMissing && <MissingTarget room={room} />}
        <div className={styles.scroll}>
          {/* Offline, its code may not load; the composer must work all the same. */}
          <Part onFail={() => undefined}>
            <Suspense fallback={<Skeleton label={words.loading} />}>
              <EmptyRoom room={room} />
            </Suspense>
          </Part>
        </div>
      </div>
    );
  }
  return (
    <>
      {isMissing && <MissingTarget room={room} />}
      <Transcript room={room} held={held} ownUserId={me.userId} targetId={isMissing ? null : targetId} />
    </>
  );
}

/** Says that the linked message does not exist, with a link to the newest messages. */
function MissingTarget({ room }: { readonly room: ListedConversation }) {
  return (
    <div className={styles.missing}>
      <Notice tone="warn" action={<Link to={paths.room(room.conversationId)}>{words.toNewest}</Link>}>
        {words.notHere}
      </Notice>
    </div>
  );
}

interface WaitingProps {
  readonly outgoing: readonly OutgoingMessage[];
  /** Says why the rest of the room is missing. */
  readonly children: ReactNode;
}

/** Shows the unsent messages below `children` while the rest of the room cannot be shown. */
function Waiting({ outgoing, children }: WaitingProps) {
  return (
    <div className={styles.scroll}>
      {outgoing.length === 0 && children}
      {outgoing.length > 0 && (
        <div className={styles.column}>
          <div className={styles.instead}>{children}</div>
          {outgoing.map((each) => (
            <OutgoingView key={each.key} outgoing={each} startsGroup isBehind={false} chose={null} />
          ))}
        </div>
      )}
    </div>
  );
}

interface Place {
  readonly isPlaced: boolean;
  /** Whether the linked message is not in this room. */
  readonly isMissing: boolean;
}

/** Loads the messages around the room's opening position: the linked message, or the first unread one. */
function usePlace(room: ListedConversation, targetId: MessageId | null, held: RoomMessages | undefined): Place {
  const client = useQueryClient();
  const id = room.conversationId;
  const newest = room.lastMessage?.seq ?? 0;
  const isReady = held !== undefined;
  const { isPending, data: isFound } = useQuery({
    queryKey: ['place', id, targetId],
    enabled: isReady,
    staleTime: Infinity,
    gcTime: 0,
    // Offline, cached messages can be shown without a read.
    networkMode: 'always',
    retry: false,
    queryFn: async () => {
      if (targetId !== null) {
        const seq = await seqOf(id, targetId);
        if (seq === undefined) return false;
        if (seq !== null) await loadAround(client, id, seq, newest);
      } else if (room.unreadCount > 0) {
        await loadAround(client, id, room.readSeq + 1, newest);
      } else if (!held?.reachesEnd) {
        await loadNewest(client, id);
      }
      return true;
    },
  });
  return { isPlaced: isReady && !isPending, isMissing: isFound === false };
}

/** Returns the `seq` of a message, null for a draft; undefined if the room has no such message. */
async function seqOf(id: ConversationId, messageId: MessageId): Promise<number | null | undefined> {
  try {
    return (await readMessage(id, messageId)).seq;
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
