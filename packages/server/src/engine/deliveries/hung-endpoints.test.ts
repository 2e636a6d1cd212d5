import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { registerAgent } from '../../testing/contract/agent.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { signUp } from '../../testing/contract/person.ts';
import { awaitDelivery, deliver, openConversation, say } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { startWebhook } from '../../testing/contract/webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
const hungAgents = 500;
const hasManyLoopbacks = process.platform === 'linux';

/** Starts endpoints that accept a connection and a request and never answer, each at its own address. */
async function startHanging() {
  const all = new Set<Socket>();
  let closed = 0;
  const listening = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => all.add(socket));
    socket.once('close', () => (closed += 1));
  }).listen(0, '0.0.0.0');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    urlOf: (place: number) => `http://127.1.${Math.floor(place / 250)}.${(place % 250) + 1}:${port}/hook`,
    asked: () => all.size,
    closed: () => closed,
    async stop() {
      for (const socket of all) socket.destroy();
      listening.close();
      await once(listening, 'close');
    },
  };
}

it.skipIf(!hasManyLoopbacks)(
  'are held open by the hundred while everybody else is sent to as ever',
  { timeout: 120_000 },
  async () => {
    const hanging = await startHanging();
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    const quick = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversation = await openConversation(ada, quick);
    const conversations: string[] = [];
    for (let place = 0; place < hungAgents; place += 20) {
      const few = Array.from({ length: 20 }, async (_, i) => {
        const about = { transport: 'webhook', webhook_url: hanging.urlOf(place + i) };
        return openConversation(ada, await registerAgent(server, ada, about));
      });
      conversations.push(...(await Promise.all(few)));
    }
    await Promise.all(conversations.map((hungConversation) => say(ada, hungConversation, 'stuck')));
    await eventually(server, 'all of them to hang', () => hanging.asked() === hungAgents);
    for (let i = 0; i < 20; i++)
      await awaitDelivery(server, quick, await deliver(ada, conversation, `message ${i}`), { status: 'delivered' });
    // No delivery had to wait for the timeout of a hanging endpoint.
    expect(hanging.closed()).toBeLessThan(hungAgents);
    await hanging.stop();
  },
);
