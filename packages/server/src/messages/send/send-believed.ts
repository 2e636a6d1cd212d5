import { isId } from '@parley/protocol';
import type { Belief } from '../../conversations/room-beliefs.ts';
import { holdRooms } from '../../conversations/queries.ts';
import type { StoredAnswer } from '../../routing/stored-answer.ts';
import { follow } from '../../deliveries/delivery-work.ts';
import { ComposedSends, type Leave } from './compose-sends.ts';
import { Ledger } from '../../transcript/transcript-writer.ts';
import type { SendMessage } from './send.ts';
import type { SendApp } from './send-messages.ts';
import { writeSends } from './send-queries.ts';

/** Whether enough is believed of a message's room to send it in one flight. */
export function isBelieved({ rooms }: Pick<SendApp, 'rooms'>, send: SendMessage): boolean {
  return send.blocks === undefined && send.refusal === undefined && beliefFor(rooms, send) !== null;
}

/**
 * Sends messages by what this server believes of their rooms, in one flight: lock, write and commit leave together, and the statement
 * that writes compares what is believed with what is. Where anything differs, nothing of that room's is written; neither are any but
 * plain successes decided in this way.
 *
 * @returns for each its answer, or null where it was not sent and is to be decided by `sendMessages`.
 */
export async function sendBelieved(app: SendApp, sends: readonly SendMessage[]): Promise<(StoredAnswer | null)[]> {
  const beliefs = new Map(sends.map((send) => [send, beliefFor(app.rooms, send)]));
  const rooms = new Map(
    [...beliefs.values()].flatMap((belief) => (belief ? [[belief.room.conversation_id, belief.room]] : [])),
  );
  const composed = new ComposedSends(app, Ledger.believing(app, [...rooms.values()]));
  const keys = new Set<string>();

  const answers = sends.map((send): StoredAnswer | null => {
    const belief = beliefs.get(send);
    // A twin within the batch is answered from what the first has stored.
    if (!belief || (send.key && keys.has(send.key.digest))) return null;
    if (send.key) keys.add(send.key.digest);
    return composed.add(send, belief.room.conversation_id, leaveOf(belief));
  });
  if (composed.size === 0) return answers;

  const rows = await app.storage.transactionWithLast(
    async (tx) => {
      const holding = holdRooms(tx, composed.conversationIds);
      holding.catch(() => undefined);
      return { holding };
    },
    async (tx, { holding }) => {
      const [, written] = await Promise.all([holding, writeSends(tx, composed.batch(false))]);
      return written;
    },
  );
  follow(app, composed.committed(rows));
  return answers.map((answer, place) => (composed.isWritten(sends[place] as SendMessage) ? answer : null));
}

function beliefFor(rooms: SendApp['rooms'], send: SendMessage): Belief | null {
  const belief = isId('conversation', send.conversationId) ? rooms.of(send.conversationId) : undefined;
  return belief?.room.people.includes(send.sender.userId) ? belief : null;
}

function leaveOf({ room, isLive }: Belief): Leave {
  return { agentId: room.agent_id, isLive };
}
