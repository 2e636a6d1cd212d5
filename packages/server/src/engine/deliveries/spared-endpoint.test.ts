import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { manifest, registerAgent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { awaitDelivery, deliver, openConversation } from '../../testing/contract/conversation.ts';
import { startWebhook } from '../../testing/contract/webhook.ts';

const count = 30;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  ada = await signUp(server);
});
afterAll(() => server.stop());

describe('deliveries to an endpoint that keeps failing', () => {
  it('keep their schedule and tell the owner why, until the endpoint is back', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversations = await Promise.all(Array.from({ length: count }, () => openConversation(ada, agent)));
    const sent = await Promise.all(conversations.map((conversation) => deliver(ada, conversation, 'hello')));
    const failed = await Promise.all(
      sent.map((id) => awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 })),
    );
    const circuitOpen = failed.filter(({ attempts: [attempt] }) => attempt.outcome === 'breaker_open');
    expect(hook.requests).toHaveLength(count - circuitOpen.length);
    expect(circuitOpen.length).toBeGreaterThan(0);
    for (const { attempts, nextAttemptAt, dispatchedAt } of circuitOpen) {
      expect(attempts[0]).toMatchObject({ statusCode: null, error: expect.stringContaining('kept failing') });
      const delayMs = Date.parse(nextAttemptAt) - Date.parse(attempts[0].startedAt);
      expect(delayMs).toBeGreaterThanOrEqual(60_000);
      expect(delayMs).toBeLessThanOrEqual(66_000 + 1000);
      expect(dispatchedAt).toBeNull();
    }

    hook.answer(200);
    await server.clock.advance(67_000);
    for (const id of sent) await awaitDelivery(server, agent, id, { status: 'delivered' });
  });

  it('are written with the attempt that was not made, and tried where another address is named meanwhile', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversations = await Promise.all(Array.from({ length: count }, () => openConversation(ada, agent)));
    const sent = await Promise.all(conversations.map((conversation) => deliver(ada, conversation, 'hello')));
    for (const id of sent) await awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 });
    const requests = hook.requests.length;

    const [conversation = ''] = conversations;
    const enqueue = vi.spyOn(server.app.engine, 'handOff');
    const circuitOpen = await deliver(ada, conversation, 'once more');
    expect(enqueue.mock.calls.map(([{ claimed, predicted }]) => [claimed.length, predicted.length])).toEqual([[0, 1]]);
    enqueue.mockRestore();
    const { attempts } = await awaitDelivery(server, agent, circuitOpen, { status: 'failed', attempts: 1 });
    expect(attempts[0]).toMatchObject({ outcome: 'breaker_open', statusCode: null });
    expect(hook.requests).toHaveLength(requests);

    const elsewhere = await startWebhook(server);
    const moved = manifest({ handle: agent.handle, transport: 'webhook', webhook_url: elsewhere.url });
    const answer = await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: moved });
    expect(answer.status).toBe(200);
    await awaitDelivery(server, agent, await deliver(ada, conversation, 'to the other'), { status: 'delivered' });
  });

  it('are held back in one batch with one that waits behind an attempt that is under way', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversations = await Promise.all(Array.from({ length: count }, () => openConversation(ada, agent)));
    const sent = await Promise.all(conversations.map((conversation) => deliver(ada, conversation, 'hello')));
    for (const id of sent) await awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 });
    const [tried = '', ...circuitOpen] = conversations;
    hook.answer(() => 'hang');
    const requests = hook.requests.length;
    await server.clock.advance(31_000);
    await deliver(ada, tried, 'to see whether it is back');
    await hook.awaitRequests(requests + 1);

    const handOff = vi.spyOn(server.app.engine, 'handOff');
    await Promise.all([tried, ...circuitOpen.slice(0, 2)].map((conversation) => deliver(ada, conversation, 'more')));
    expect(handOff.mock.calls.map(([{ claimed, predicted }]) => [claimed.length, predicted.length])).toEqual([[1, 2]]);
    handOff.mockRestore();
  });
});
