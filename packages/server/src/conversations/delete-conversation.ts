import type { UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { endLane } from '../deliveries/log/lane-queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { PeopledRoomRow } from './queries.ts';
import { lockOwnRoom } from './own-room.ts';
import { markDeleted } from './queries.ts';
import type { Work } from '../signals/work.ts';

/** Deletes a room for everyone, by its creator. What was still to be delivered ends as failed. */
export async function deleteConversation(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  userId: UserId,
  conversationId: string,
): Promise<void> {
  await commit(async (work) => {
    const own = await lockOwnRoom(work.tx, userId, conversationId);
    if (own.creator_user_id !== userId)
      refuse('not_allowed', { message: 'Only its creator may delete a conversation.' });
    await closeRoom(work, own, new Date(clock.now()));
  });
}

/** Marks a locked room as gone and ends its deliveries, and tells of it. */
export async function closeRoom(work: Work, room: PeopledRoomRow, now: Date): Promise<void> {
  await markDeleted(work.tx, room.conversation_id, now);
  tellClosed(work, room, await endLane(work.tx, room.conversation_id));
}

/** Tells that the agent of a room has nothing more to do there: of so many deliveries that ended. */
export function tellClosed({ tell, signal }: Work, room: PeopledRoomRow, ended: number): void {
  const { conversation_id: conversationId, agent_id: agentId } = room;
  tell(room.people, 'conversationUpdated', { conversationId });
  if (agentId) signal([{ to: 'servers', type: 'laneEnded', agentId, conversationId, ended }]);
}
