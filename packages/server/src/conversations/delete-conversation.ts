import type { UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import { endLane } from '../deliveries/log/lane-queries.ts';
import { refuse } from '../refusal.ts';
import { tell } from '../signals/signal.ts';
import type { PeopledRoomRow } from './queries.ts';
import { lockOwnRoom } from './own-room.ts';
import { markDeleted } from './queries.ts';
import type { Tx } from '../storage/storage.ts';

/** Deletes a room for everyone, by its creator. What was still to be delivered ends as failed. */
export async function deleteConversation(
  app: Pick<App, 'storage' | 'clock' | 'hub'>,
  userId: UserId,
  conversationId: string,
): Promise<void> {
  const { room, ended } = await app.storage.transaction(async (tx) => {
    const own = await lockOwnRoom(tx, userId, conversationId);
    if (own.creator_user_id !== userId)
      refuse('not_allowed', { message: 'Only its creator may delete a conversation.' });
    return { room: own, ended: await closeRoom(tx, own, new Date(app.clock.now())) };
  });
  publishClosed(app, room, ended);
}

/** Marks a locked room as gone and ends its deliveries; resolves to how many. */
export async function closeRoom(tx: Tx, room: PeopledRoomRow, now: Date): Promise<number> {
  await markDeleted(tx, room.conversation_id, now);
  return endLane(tx, room.conversation_id);
}

export function publishClosed({ hub }: Pick<App, 'hub'>, room: PeopledRoomRow, ended: number): void {
  const { conversation_id: conversationId, agent_id: agentId } = room;
  hub.publish([tell(room.people, 'conversationUpdated', { conversationId })]);
  if (agentId) hub.publish([{ to: 'servers', type: 'laneEnded', agentId, conversationId, ended }]);
}
