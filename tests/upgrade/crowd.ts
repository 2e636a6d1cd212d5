import { setTimeout as pause } from 'node:timers/promises';
import { registerAgent } from '../../packages/server/src/testing/contract/agent.ts';
import type { Answer, Json } from '../../packages/server/src/testing/contract/http.ts';
import type { Person } from '../../packages/server/src/testing/contract/person.ts';
import { openConversation } from '../../packages/server/src/testing/contract/conversation.ts';
import { Arrivals, followRelay, openWebhook } from '../../packages/server/src/testing/durability/arrivals.ts';
import type { Proxy } from './proxy.ts';

const sendsPerSecond = 20;
const roomsOfAnAgent = 4;
/** What was sent last has arrived by then. */
const arrivesWithinMs = 20_000;

/** One person, two agents that take all they are given, and a browser that looks around meanwhile. Nobody repeats anything. */
export async function openCrowd(proxy: Proxy, person: Person) {
  const arrivals = new Arrivals();
  const webhook = await openWebhook(arrivals, 5);
  const called = await registerAgent(proxy, person, { transport: 'webhook', webhook_url: webhook.url });
  const connected = await registerAgent(proxy, person);
  const relay = followRelay(connected, arrivals);
  const rooms: string[] = [];
  for (const agent of [called, connected]) {
    for (let n = 0; n < roomsOfAnAgent; n++) rooms.push(await openConversation(person, agent));
  }
  const accepted: { readonly room: string; readonly text: string; readonly deliveryId: string }[] = [];
  const refused: string[] = [];
  const under: Promise<void>[] = [];
  let isOver = false;
  let asked = 0;

  const note = (
    what: string,
    request: Promise<Answer>,
    expected: number,
    then: (answer: Json) => void = () => undefined,
  ) => {
    asked++;
    under.push(
      request.then(
        ({ status, text, body }) => {
          if (status === expected) then(body);
          else refused.push(`${what} was answered with ${status}: ${text.slice(0, 200)}`);
        },
        (error: unknown) => void refused.push(`${what} was cut off: ${String((error as Error).cause ?? error)}`),
      ),
    );
  };
  const send = (n: number) => {
    const room = rooms[n % rooms.length] ?? '';
    const text = `message ${n}`;
    note('a send', person.post(`/v1/conversations/${room}/messages`, { text }), 201, ({ deliveries }) => {
      const { deliveryId } = deliveries[0];
      accepted.push({ room, text, deliveryId });
      if (n % 5 === 0) note('a reply', called.reply(deliveryId, `reply to ${text}`), n % 8 < 4 ? 202 : 404);
    });
  };
  const look = (n: number) => {
    const paths = [
      '/v1/session',
      '/v1/conversations',
      `/v1/conversations/${rooms[n % rooms.length]}/messages`,
      '/v1/agents?mine=true',
      `/v1/agents/${called.agentId}/deliveries?status=delivered`,
      '/v1/notifications',
      '/v1/approvals',
    ];
    const path = paths[n % paths.length] ?? '';
    note(`GET ${path}`, person.get(path), 200);
  };
  const talk = async () => {
    const began = Date.now();
    for (let n = 0; !isOver; n++) {
      send(n);
      if (n % 4 === 0) look(n / 4);
      await pause(Math.max(0, began + ((n + 1) * 1000) / sendsPerSecond - Date.now()));
    }
    await Promise.all(under);
  };
  let talking: Promise<void> = Promise.resolve();

  return {
    start: () => void (talking = talk()),
    async stop() {
      isOver = true;
      await talking;
      const until = Date.now() + arrivesWithinMs;
      while (arrivals.texts.size < accepted.length && Date.now() < until) await pause(100);
    },
    /** Holds what was promised against what is there: in the rooms, and with the agents. */
    async check() {
      const broken = counted(refused);
      const lost = accepted.filter(({ text }) => !arrivals.texts.has(text));
      const doubled = [...arrivals.texts].filter(([, { deliveryIds }]) => deliveryIds.size > 1);
      for (const { text } of lost) broken.push(`${text} was accepted and never arrived`);
      for (const [text] of doubled) broken.push(`${text} was delivered under several ids`);
      if (arrivals.duplicates > 0) broken.push(`${arrivals.duplicates} deliveries came again`);
      for (const room of rooms) broken.push(...(await validateRoom(room)));
      const figures = [
        ['requests', asked],
        ['sends accepted', accepted.length],
        ['refused or cut off', refused.length],
        ['lost', lost.length],
        ['doubled', doubled.length + arrivals.duplicates],
      ] as const;
      return { figures, broken };
    },
    async close() {
      await relay.stop();
      await webhook.close();
    },
  };

  async function validateRoom(room: string): Promise<string[]> {
    const texts: string[] = [];
    for (let after = 0; ;) {
      const { body } = await person.get(`/v1/conversations/${room}/messages?after=${after}&limit=200`);
      const { items } = body as { items: Json[] };
      if (items.length === 0) break;
      texts.push(...items.filter((item) => item.author.type === 'user').map((item) => item.body));
      after = items.at(-1).seq;
    }
    const expected = accepted.filter((message) => message.room === room).map(({ text }) => text);
    const missing = expected.filter((text) => !texts.includes(text));
    const twice = texts.filter((text, at) => texts.indexOf(text) !== at);
    return [
      ...missing.map((text) => `${text} was accepted and is not in its room`),
      ...twice.map((text) => `${text} is in its room twice`),
    ];
  }
}

/** Each sentence once, with how often it was said; ids and numbers apart. */
function counted(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const same = sentence.replace(/"(requestId|request_id)":"[^"]*"/g, '…').replace(/(cnv|agt|dlv|msg)_\w+/g, '$1_…');
    counts.set(same, (counts.get(same) ?? 0) + 1);
  }
  return [...counts].map(([sentence, count]) => `${count} × ${sentence}`);
}
