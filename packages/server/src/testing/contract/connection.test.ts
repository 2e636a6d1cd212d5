import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { startWebhook } from './webhook.ts';

const server = useServer();
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server);
});

const connectionOf = async (agent: Agent) => (await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item;

describe('§11 the connection of an agent on the relay', () => {
  it('is never before its first stream, since it was registered', async () => {
    const agent = await registerAgent(server, ada);
    expect(await connectionOf(agent)).toEqual({
      state: 'never',
      since: expect.stringMatching(time),
      lastDelivery: null,
      streams: 0,
      listening: null,
    });
  });

  it('is connected with a stream and lost without, each since it is so', async () => {
    const agent = await registerAgent(server, ada);
    const streams = [await agent.stream(), await agent.stream()];
    for (const stream of streams) await stream.awaitEvent('ready');
    const connected = await connectionOf(agent);
    expect(connected).toMatchObject({ state: 'connected', lastDelivery: null, streams: 2 });
    await server.clock.advance(5000);
    for (const stream of streams) stream.close();
    const lost = await eventually(server, 'the streams to be gone', async () => {
      const item = await connectionOf(agent);
      return item.streams === 0 ? item : undefined;
    });
    expect(lost).toMatchObject({ state: 'lost', lastDelivery: null });
    expect(Date.parse(lost.since) - Date.parse(connected.since)).toBeGreaterThanOrEqual(5000);
  });

  it('is lost where an attempt found no stream, and says how that went', async () => {
    const agent = await registerAgent(server, ada);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'anyone?');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(await connectionOf(agent)).toMatchObject({
      state: 'lost',
      lastDelivery: { at: expect.stringMatching(time), outcome: 'relay_not_connected' },
    });
  });
});

describe('§11 the connection of an agent on webhooks', () => {
  const hooked = async () => {
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    return { hook, agent, conversation: await openConversation(ada, agent) };
  };

  it('is never before its first attempt, also with a stream that it opened in vain', async () => {
    const { agent } = await hooked();
    const stream = await agent.stream();
    await stream.awaitEvent('ready');
    expect(await connectionOf(agent)).toMatchObject({ state: 'never', lastDelivery: null, streams: 1 });
    stream.close();
  });

  it('goes by its last attempt: 2xx connected, another answer refusing, none lost', async () => {
    const { hook, agent, conversation } = await hooked();
    const attempt = async (status: 'delivered' | 'failed') => {
      await server.clock.advance(1000);
      await awaitDelivery(server, agent, await deliver(ada, conversation, 'x'), { status, attempts: 1 });
      return connectionOf(agent);
    };
    const connected = await attempt('delivered');
    expect(connected).toMatchObject({ state: 'connected', lastDelivery: { outcome: 'delivered' }, streams: 0 });
    expect((await attempt('delivered')).since).toBe(connected.since);
    hook.answer(403);
    const refusing = await attempt('failed');
    expect(refusing).toMatchObject({ state: 'refusing', lastDelivery: { outcome: 'http_error' } });
    expect(refusing.since).toBe(refusing.lastDelivery.at);
    await hook.close();
    expect(await attempt('failed')).toMatchObject({ state: 'lost', lastDelivery: { outcome: 'connection_failed' } });
  });
});

describe("§11 others' agents", () => {
  it('have no connection that a stranger could see', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const bob = await signUp(server);
    for (const id of [agent.agentId, nobody('agt'), 'agt_1']) {
      const { status, body } = await bob.get(`/v1/agents/${id}/connection`);
      expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
    }
  });
});
