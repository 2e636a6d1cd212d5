import { useConversations } from '../api/conversations.ts';
import { GiveTask } from '../features/tasks/give-task.tsx';
import { useOpenRoom } from '../navigation/use-open-room.ts';

/** Creates a task for the agent of the open room. */
export function OpenRoomTask({ onClose }: { readonly onClose: () => void }) {
  const openRoom = useOpenRoom();
  const { data: rooms } = useConversations();
  const room = rooms?.find(({ conversationId }) => conversationId === openRoom);
  return room ? <GiveTask room={room} onClose={onClose} /> : null;
}
