import { expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { signUp } from './person.ts';
import { deliver, deliveryOf, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });

it('§10 dispatchedAt is there for whoever reads once the agent has the delivery, answered or not', async () => {
  const ada = await signUp(server);
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  const conversation = await openConversation(ada, agent);
  const seen: unknown[] = [];
  for (const reaction of [{ status: 200 }, 'hang'] as const) {
    let read: Promise<unknown> = Promise.resolve();
    hook.answer(async ({ envelope }) => {
      read = (async () => {
        const { dispatchedAt } = await deliveryOf(agent, envelope.delivery_id);
        const [message] = await messagesOf(ada, conversation, '?limit=1');
        const log = await ada.get(`/v1/agents/${agent.agentId}/deliveries?limit=1`);
        seen.push(dispatchedAt, message.deliveries[0].dispatchedAt, log.body.items[0].dispatchedAt);
      })();
      await read;
      return reaction === 'hang' ? new Promise<never>(() => undefined) : reaction;
    });
    const count = hook.requests.length + 1;
    await deliver(ada, conversation, `message ${count}`);
    await hook.awaitRequests(count);
    await read;
  }
  expect(seen).toEqual(Array.from({ length: 6 }, () => expect.stringMatching(time)));
});

it('§10 dispatchedAt is there for whoever reads once a stream has brought the delivery', async () => {
  const ada = await signUp(server);
  const agent = await registerAgent(server, ada);
  const relay = await agent.stream();
  await relay.awaitEvent('ready');
  const conversation = await openConversation(ada, agent);
  const deliveryId = await deliver(ada, conversation, 'hello');
  await relay.awaitEvent('delivery');
  expect((await deliveryOf(agent, deliveryId)).dispatchedAt).toMatch(time);
  relay.close();
});
