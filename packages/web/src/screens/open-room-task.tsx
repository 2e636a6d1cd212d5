import { useConversations } from '../api/conversations.ts';
import { GiveTask } from '../features/tasks/give-task.tsx';
import { useOpenRoom } from '../navigation/use-open-room.ts';

/** Gives the agent of the room that is open a task. */
export function OpenRoomTask({ onClose }: { readonly onClose: () => void }) {
  const openRoom = useOpenRoom();
  const { data: rooms } = useConversations();
  const room = rooms?.find(({ conversationId }) => conversationId === openRoom);
  return room ? <GiveTask room={room} onClose={onClose} /> : null;
}
