import type { ListedConversation } from '@parley/protocol';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useArchivedRooms } from '../../api/room-places.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { roomPlaceWords as words } from '../../words/room-places.ts';
import { roomWords } from '../../words/rooms.ts';

export interface ArchivedRoomsProps {
  /** Draws the rows of the list. */
  readonly rows: (rooms: readonly ListedConversation[]) => ReactNode;
}

/** Shows the rooms that the user archived. */
export function ArchivedRooms({ rows }: ArchivedRoomsProps) {
  const { data: rooms, error, refetch } = useArchivedRooms();
  if (!rooms && error) {
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{roomWords.tryAgain}</Button>} />;
  }
  if (!rooms) return <Skeleton label={roomWords.loading} rows={2} />;
  if (rooms.length === 0) return <EmptyState title={words.noneArchived}>{words.noneArchivedText}</EmptyState>;
  return rows(rooms);
}
