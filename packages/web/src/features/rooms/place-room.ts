import type { ListedConversation } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { placeRoom } from '../../api/room-places.ts';
import { toast } from '../../ui/toasts.tsx';
import { roomPlaceWords as words } from '../../words/room-places.ts';
import { roomTitle } from './room-title.ts';

const undoMs = 8000;

/** Pins a room or unpins it, and says so. */
export function togglePinned(client: QueryClient, room: ListedConversation): void {
  const pinned = !room.pinned;
  place(client, room, { pinned });
  toast(pinned ? words.isPinned(roomTitle(room)) : words.isUnpinned(roomTitle(room)));
}

/** Archives a room or unarchives it, and offers to undo that. */
export function toggleArchived(client: QueryClient, room: ListedConversation): void {
  const archived = !room.archived;
  place(client, room, { archived });
  const said = archived ? words.isArchived(roomTitle(room)) : words.isUnarchived(roomTitle(room));
  toast(said, undoMs, { label: words.undo, run: () => place(client, room, { archived: !archived }) });
}

function place(client: QueryClient, room: ListedConversation, change: Parameters<typeof placeRoom>[2]): void {
  placeRoom(client, room, change).catch((error: unknown) => {
    toast(words.notChanged(roomTitle(room), error instanceof Error ? error.message : ''));
  });
}
