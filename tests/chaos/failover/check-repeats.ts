import { asPerson } from '../crowd/person.ts';
import type { Room, Stage } from '../crowd/crowd.ts';
import type { Verdict } from '../history/verdict.ts';

/** Most messages that are sent again. */
const repeatsMax = 200;

/** Sends messages again under their keys: each answer must be the first one. Takes those around the failover, the last. */
export async function checkRepeats({ ask, history }: Stage, rooms: readonly Room[]): Promise<Verdict> {
  const broken: string[] = [];
  const sent = history.accepted.filter(({ text }) => text !== null).slice(-repeatsMax);
  for (const { room: id, text, messageId, seq } of sent) {
    const room = rooms.find((each) => each.id === id);
    if (room === undefined || text === null) continue;
    const answer = await ask(`/v1/conversations/${id}/messages`, asPerson(room.person, 'POST', { text }, text));
    const isSame = answer?.status === 201 && answer.body.messageId === messageId && answer.body.seq === seq;
    if (!isSame) broken.push(`"${text}" under its key again answered ${answer?.status} ${answer?.text}`);
  }
  return { figures: [['answers repeated under their keys', sent.length]], broken };
}
