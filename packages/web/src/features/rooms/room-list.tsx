import type { ListedConversation } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useWaitingRooms } from '../../api/approvals.ts';
import { useConversations } from '../../api/conversations.ts';
import { readDraft } from '../../api/drafts.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMe } from '../../api/session.ts';
import { unsentByRoom } from '../../api/unsent.ts';
import { useAllOutgoing } from '../../api/use-outbox.ts';
import { useOpenRoom } from '../../navigation/use-open-room.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { roomPlaceWords } from '../../words/room-places.ts';
import { roomWords as words } from '../../words/rooms.ts';
import { RoomFilter, useShown } from './room-filter.tsx';
import { roomListKeys } from './room-list-keys.ts';
import styles from './room-list.module.css';
import { RoomRow } from './room-row.tsx';
import { alikeAmong } from './room-title.ts';

const ArchivedRooms = lazy(async () => ({ default: (await import('./archived-rooms.tsx')).ArchivedRooms }));

export interface RoomListProps {
  /** The button for the first room. */
  readonly newRoom: ReactNode;
}

/** Shows the user's rooms, the pinned ones first, each most recently active first; or the unread, or the archived ones. */
export function RoomList({ newRoom }: RoomListProps) {
  const [shown, show] = useShown();
  return (
    <>
      <RoomFilter shown={shown} onShow={show} />
      {shown === 'archived' ? (
        <Part onFail={() => show('all')}>
          <Suspense fallback={<Skeleton label={words.loading} rows={2} />}>
            <ArchivedRooms rows={(rooms) => <Rows rooms={rooms} />} />
          </Suspense>
        </Part>
      ) : (
        <Listed newRoom={newRoom} isUnread={shown === 'unread'} />
      )}
    </>
  );
}

function Listed({ newRoom, isUnread }: RoomListProps & { readonly isUnread: boolean }) {
  const { data: rooms, error, refetch } = useConversations();
  const openRoom = useOpenRoom();
  if (!rooms && error) {
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />;
  }
  if (!rooms) return <Skeleton label={words.loading} rows={6} />;
  if (rooms.length === 0) {
    return (
      <EmptyState title={words.noneYet} action={newRoom}>
        {words.noneYetText}
      </EmptyState>
    );
  }
  if (!isUnread) return <Rows rooms={rooms} />;
  // The open room is read at once; it stays until another one is opened.
  const unread = rooms.filter(({ unreadCount, conversationId }) => unreadCount > 0 || conversationId === openRoom);
  if (unread.length > 0) return <Rows rooms={unread} />;
  return <EmptyState title={roomPlaceWords.noneUnread}>{roomPlaceWords.noneUnreadText}</EmptyState>;
}

function Rows({ rooms }: { readonly rooms: readonly ListedConversation[] }) {
  const now = useNow();
  const me = useMe();
  const client = useQueryClient();
  const waiting = useWaitingRooms();
  const openRoom = useOpenRoom();
  const alike = alikeAmong(rooms);
  const unsent = unsentByRoom(useAllOutgoing());
  return (
    <ul className={styles.list} onKeyDown={roomListKeys(client, rooms)}>
      {rooms.map((room) => (
        <li key={room.conversationId}>
          <RoomRow
            room={room}
            now={now}
            isAlike={alike.has(room.conversationId)}
            waitsForYou={waiting.has(room.conversationId)}
            unsent={unsent.get(room.conversationId)?.message ?? null}
            isStuck={unsent.get(room.conversationId)?.isStuck ?? false}
            draft={room.conversationId === openRoom ? '' : readDraft(me.userId, room.conversationId)}
          />
        </li>
      ))}
    </ul>
  );
}
