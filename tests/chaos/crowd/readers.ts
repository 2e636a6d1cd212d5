import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Room, Stage } from './crowd.ts';
import { asPerson } from './person.ts';

const pauseMs = 250;

/** Reads on in a room from where it was, at whichever server: nothing may ever turn up behind it. */
export function startReader({ ask, history }: Stage, room: Room): Actor {
  let stopping = false;
  const read = async () => {
    for (let seen = 0; !stopping;) {
      const path = `/v1/conversations/${room.id}/messages?limit=200&after=${seen}`;
      const answer = await ask(path, asPerson(room.person, 'GET'), () => stopping);
      if (answer?.status === 200) {
        history.reads++;
        // An open draft has no place yet.
        for (const { seq } of answer.body.items.filter((item: { seq: number | null }) => item.seq !== null)) {
          if (seq !== seen + 1) history.unordered.push(`${room.id}: after ${seen} came ${seq}`);
          seen = seq;
        }
      } else if (answer !== null) history.surprises.push(`reading answered ${answer.status} ${answer.text}`);
      await pause(pauseMs);
    }
  };
  const reading = read();
  return {
    async stop() {
      stopping = true;
      await reading;
    },
  };
}
