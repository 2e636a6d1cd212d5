import { messagesOf } from '../../packages/server/src/testing/contract/conversation.ts';
import type { Json } from '../../packages/server/src/testing/contract/http.ts';
import type { Person } from '../../packages/server/src/testing/contract/person.ts';
import type { Organisation } from './organisation.ts';
import { until } from './until.ts';

/**
 * Sends messages while something happens, and until one is accepted afterwards. Each is repeated with its key until it is accepted.
 * Throws where one that was accepted is not in the room exactly once, or is not delivered. Returns how many there were.
 */
export async function sendMeanwhile({ people, room }: Organisation, happens: () => Promise<void>): Promise<number> {
  const [, person] = people();
  if (person === undefined) throw new Error('There is nobody to send.');
  let isOver = false;
  const happening = happens().finally(() => (isOver = true));
  const sent: string[] = [];
  while (!isOver || sent.length === 0) {
    const text = `meanwhile ${sent.length + 1}.`;
    await until(`${text} is accepted`, () => send(person, room, text));
    sent.push(text);
  }
  await happening;
  await until('a message is accepted afterwards', () => send(person, room, 'afterwards.'));
  const texts = (await messagesOf(person, room, '?limit=200')).map((message) => JSON.stringify(message));
  for (const text of [...sent.slice(-60), 'afterwards.']) {
    const times = texts.filter((each) => each.includes(`"${text}"`)).length;
    if (times !== 1) throw new Error(`“${text}” is in the room ${times} times.`);
  }
  // A delivery whose confirmation was lost is made once more when its lease is over.
  await until('every message is delivered', async () =>
    (await messagesOf(person, room, '?limit=200')).every(isDelivered),
  );
  return sent.length;
}

/** Whether a message has reached the agents it was for; an agent's own was for none. */
const isDelivered = ({ deliveries = [] }: Json): boolean =>
  deliveries.every(({ status }: Json) => status === 'delivered');

const send = (person: Person, room: string, text: string): Promise<boolean> =>
  person.post(`/v1/conversations/${room}/messages`, { text }, { 'idempotency-key': text }).then(
    ({ status }) => status === 201,
    () => false,
  );
