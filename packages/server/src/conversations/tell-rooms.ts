import type { AgentId } from '@parley/protocol';
import type { App } from './app.ts';
import { tell } from '../signals/signal.ts';
import { findRoomsOfAgent } from './queries.ts';

export interface RoomTeller {
  /** Tells nothing more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

/** Rooms that are told of a change of their agent at most, the most recently active ones. */
const roomsMax = 1000;

/**
 * Tells people when the agent of a room of theirs changes: when it is paused, by whomever, resumed, deleted or renamed. Every
 * server hears of the change and tells the people whose streams it holds, so nothing more goes over the bus.
 */
export function tellRooms({ storage, hub, log }: Pick<App, 'storage' | 'hub' | 'log'>): RoomTeller {
  const underWay = new Set<Promise<void>>();
  const tellRoomsOf = async (agentId: AgentId): Promise<void> => {
    const rooms = await findRoomsOfAgent(storage.db, agentId, roomsMax);
    hub.publishHere(
      rooms.map(({ conversation_id: conversationId, people }) =>
        tell(people, 'conversationUpdated', { conversationId }),
      ),
    );
  };
  const end = hub.onServer((signal) => {
    if (signal.type !== 'agentChanged') return;
    const work = tellRoomsOf(signal.agentId).catch((error: unknown) => {
      log.warn({ err: error }, 'rooms could not be told of a change of their agent');
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  return {
    async stop() {
      end();
      await Promise.all(underWay);
    },
  };
}
