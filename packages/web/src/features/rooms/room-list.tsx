import type { ReactNode } from 'react';
import { useWaitingRooms } from '../../api/approvals.ts';
import { useConversations } from '../../api/conversations.ts';
import { readDraft } from '../../api/drafts.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMe } from '../../api/session.ts';
import { useOpenRoom } from '../../navigation/use-open-room.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { roomWords as words } from '../../words/rooms.ts';
import styles from './room-list.module.css';
import { RoomRow } from './room-row.tsx';
import { alikeAmong } from './room-title.ts';

/** Shows the user's rooms, the most recently active first. `newRoom` is the button for the first room. */
export function RoomList({ newRoom }: { readonly newRoom: ReactNode }) {
  const { data: rooms, error, refetch } = useConversations();
  const now = useNow();
  const me = useMe();
  const waiting = useWaitingRooms();
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
  const alike = alikeAmong(rooms);
  return (
    <ul className={styles.list}>
      {rooms.map((room) => (
        <li key={room.conversationId}>
          <RoomRow
            room={room}
            now={now}
            isAlike={alike.has(room.conversationId)}
            waitsForYou={waiting.has(room.conversationId)}
            draft={room.conversationId === openRoom ? '' : readDraft(me.userId, room.conversationId)}
          />
        </li>
      ))}
    </ul>
  );
}
