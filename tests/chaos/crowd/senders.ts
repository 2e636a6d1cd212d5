import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Room, Stage } from './crowd.ts';
import { asPerson } from './person.ts';

/** Says numbered things in a room, each under a key and at whichever server, again until it is answered. */
export function startSender({ ask, history, random }: Stage, room: Room, name: string, pauseMs: number): Actor {
  let stopping = false;
  const talk = async () => {
    for (let number = 1; !stopping; number++) {
      const text = `${room.id} ${name} says ${number}`;
      const path = `/v1/conversations/${room.id}/messages`;
      const answer = await ask(path, asPerson(room.person, 'POST', { text }, text));
      if (answer?.status === 201) {
        const { messageId, seq, deliveries } = answer.body;
        const deliveryId = deliveries[0]?.deliveryId ?? null;
        if (deliveryId === null) history.surprises.push(`${text} was accepted without a delivery`);
        history.accepted.push({
          room: room.id,
          messageId,
          text,
          seq,
          deliveryId,
          at: Date.now(),
          server: answer.server,
        });
      } else history.surprises.push(`sending answered ${answer?.status} ${answer?.text}`);
      await pause(pauseMs * (0.5 + random.next()));
    }
  };
  const talking = talk();
  return {
    async stop() {
      stopping = true;
      await talking;
    },
  };
}
