import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { newToken } from './bearer.ts';
import { eventually } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { relayOver, type Relay } from './relay.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server);
});

/** Listens as the owner, until `ready`. */
async function listen(agent: Agent, headers: Record<string, string> = { cookie: ada.cookie }): Promise<Relay> {
  const relay = await relayOver(server, `/v1/agents/${agent.agentId}/listen`, agent.secret, headers);
  if (relay.status === 200) await relay.awaitEvent('ready');
  return relay;
}

const ack = (agent: Agent, deliveryId: string | undefined, body: object = { status: 'accepted' }) =>
  ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/ack`, body);

async function hooked() {
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  return { hook, agent, conversation: await openConversation(ada, agent) };
}

describe('§3 an owner who listens to an agent on webhooks', () => {
  it('gets its deliveries as the agent would, and the webhook gets them again once nobody listens', async () => {
    const { hook, agent, conversation } = await hooked();
    const relay = await listen(agent);
    const deliveryId = await deliver(ada, conversation, 'to the terminal');
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery).toMatchObject({ id: deliveryId, genuine: true, data: { authorization: agent.authorization } });
    expect((await ack(agent, deliveryId)).body).toEqual({ matched: true });
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 1 });
    expect(hook.requests).toEqual([]);

    relay.close();
    const connection = async () => (await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item;
    await eventually(server, 'a delivery to reach the webhook again', async () => {
      await deliver(ada, conversation, 'to the webhook');
      return hook.requests.length > 0;
    });
    expect((await connection()).state).toBe('connected');
  });

  it('has the answer of the local program in the delivery log', async () => {
    const { agent, conversation } = await hooked();
    const relay = await listen(agent);
    const deliveryId = await deliver(ada, conversation, 'fails');
    await relay.awaitDeliveries(1);
    const said = { status: 'failed', error: 'It answered 503.', statusCode: 503, responseSnippet: 'not\u0007now' };
    expect((await ack(agent, deliveryId, said)).body).toEqual({ matched: true });
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body;
    expect(item.attempts).toMatchObject([
      { outcome: 'ack_failed', statusCode: 503, error: 'It answered 503.', responseSnippet: 'not\uFFFDnow' },
    ]);
    expect((await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item.state).toBe('refusing');
    relay.close();
  });

  it('is not paused by a local program that answers 410', async () => {
    const { agent, conversation } = await hooked();
    const relay = await listen(agent);
    const deliveryId = await deliver(ada, conversation, 'gone here');
    await relay.awaitDeliveries(1);
    await ack(agent, deliveryId, { status: 'failed', error: 'It answered 410.', statusCode: 410 });
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}`)).body;
    expect(item.status).toBe('live');
    relay.close();
  });

  it('is reached by replays and by retries', async () => {
    const { hook, agent, conversation } = await hooked();
    hook.answer(400);
    const deliveryId = await deliver(ada, conversation, 'once more');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    const relay = await listen(agent);
    await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expect((await relay.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    await ack(agent, deliveryId, { status: 'failed' });
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 2 });
    await server.clock.advance(70_000);
    expect((await relay.awaitDeliveries(2))[1]?.id).toBe(deliveryId);
    expect(hook.requests).toHaveLength(1);
    relay.close();
  });
});

describe('§3 an owner who listens to an agent on the relay', () => {
  it('has its deliveries to themselves, and leaves its connection what it was', async () => {
    const agent = await registerAgent(server, ada);
    const own = await agent.stream();
    await own.awaitEvent('ready');
    const relay = await listen(agent);
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'mine');
    expect((await relay.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    expect(own.deliveries()).toEqual([]);
    expect((await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item.streams).toBe(1);
    relay.close();
    expect((await own.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    own.close();
  });

  it('makes due what failed because nobody was there', async () => {
    const agent = await registerAgent(server, ada);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'anyone?');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    const relay = await listen(agent);
    expect((await relay.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    relay.close();
  });
});

describe('§3 the stream of who listens', () => {
  it('is for the owner alone, at most 5 times', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const bob = await signUp(server);
    const foreign = await listen(agent, { cookie: bob.cookie });
    expect([foreign.status, JSON.parse(foreign.raw).error.code]).toEqual([404, 'agent_not_found']);
    expectRefusal(
      await bob.post(`/v1/agents/${agent.agentId}/deliveries/dlv_1/ack`, { status: 'accepted' }),
      404,
      'agent_not_found',
    );
    expectRefusal(await ack(agent, 'dlv_1'), 404, 'delivery_not_found');
    const open = await Promise.all(Array.from({ length: 5 }, () => listen(agent)));
    const sixth = await listen(agent);
    expect([sixth.status, JSON.parse(sixth.raw).error.code]).toEqual([409, 'too_many_streams']);
    const own = await agent.stream();
    expect(own.status).toBe(200);
    for (const relay of [...open, own]) relay.close();
  });

  it('ends with the token that opened it, and with the agent', async () => {
    const agent = await registerAgent(server, ada);
    const { item, token } = await newToken(ada);
    const byToken = await listen(agent, { authorization: `Bearer ${token}` });
    const bySession = await listen(agent);
    await ada.del(`/v1/tokens/${item.tokenId}`);
    await byToken.awaitEnd();
    expect(bySession.ended).toBe(false);
    await ada.del(`/v1/agents/${agent.agentId}`);
    await bySession.awaitEnd();
  });

  it('ends when the agent gets another owner, who has its deliveries from then on', async () => {
    const { hook, agent, conversation } = await hooked();
    const relay = await listen(agent);
    const ben = await signUp(server);
    await ada.post(`/v1/agents/${agent.agentId}/transfer`, { handle: ben.handle });
    expect((await ben.post(`/v1/agents/${agent.agentId}/transfer/accept`)).status).toBe(200);
    await relay.awaitEnd();
    await ben.post(`/v1/agents/${agent.agentId}/credentials`);
    const deliveryId = await deliver(ada, conversation, 'Is it yours?');
    await eventually(server, 'the webhook', () =>
      hook.requests.some(({ envelope }) => envelope.delivery_id === deliveryId),
    );
  });
});

describe('§27 the listening owner', () => {
  const connectionOf = async (agent: Agent) => (await ada.get(`/v1/agents/${agent.agentId}/connection`)).body.item;
  const end = (agent: Agent, by = ada) => by.del(`/v1/agents/${agent.agentId}/listen`);

  it('is in the connection: the oldest stream, since when, and the name of its token', async () => {
    const agent = await registerAgent(server, ada);
    expect((await connectionOf(agent)).listening).toBeNull();
    const { token } = await newToken(ada, { name: 'Laptop' });
    const byToken = await listen(agent, { authorization: `Bearer ${token}` });
    const first = (await connectionOf(agent)).listening;
    expect(first).toEqual({ since: expect.stringMatching(time), by: 'token', name: 'Laptop' });
    await server.clock.advance(1000);
    const bySession = await listen(agent);
    expect((await connectionOf(agent)).listening).toEqual(first);
    byToken.close();
    const second = await eventually(server, 'the session to be the oldest', async () => {
      const { listening } = await connectionOf(agent);
      return listening?.by === 'session' ? listening : undefined;
    });
    const [session] = (await ada.get('/v1/sessions')).body.items;
    expect(second.name).toBe(session.userAgent);
    expect(Date.parse(second.since)).toBeGreaterThan(Date.parse(first.since));
    bySession.close();
  });

  it('stands in the log with each attempt that went to it', async () => {
    const { agent, conversation } = await hooked();
    const viaOf = async (deliveryId: string) =>
      (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body.item.attempts.map(
        ({ via }: { via: string }) => via,
      );
    const toHook = await deliver(ada, conversation, 'to the webhook');
    await awaitDelivery(server, agent, toHook, { status: 'delivered', attempts: 1 });
    const relay = await listen(agent);
    const toListener = await deliver(ada, conversation, 'to the terminal');
    await relay.awaitDeliveries(1);
    await ack(agent, toListener);
    await awaitDelivery(server, agent, toListener, { status: 'delivered', attempts: 1 });
    const late = await deliver(ada, conversation, 'never acknowledged');
    await relay.awaitDeliveries(2);
    await server.clock.advance(11_000);
    await awaitDelivery(server, agent, late, { status: 'failed', attempts: 1 });
    expect([await viaOf(toHook), await viaOf(toListener), await viaOf(late)]).toEqual([
      ['agent'],
      ['listener'],
      ['listener'],
    ]);
    relay.close();
  });

  it('ends all of the streams at once, and none of the agent itself', async () => {
    const agent = await registerAgent(server, ada);
    const other = await registerAgent(server, ada);
    const own = await agent.stream();
    const kept = await listen(other);
    const listening = [await listen(agent), await listen(agent)];
    expect((await end(agent)).status).toBe(204);
    for (const relay of listening) await relay.awaitEnd();
    expect([own.ended, kept.ended]).toEqual([false, false]);
    expect((await connectionOf(agent)).listening).toBeNull();
    expect((await end(agent)).status).toBe(204);
    own.close();
    kept.close();
  });

  it('is ended by the owner alone', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const relay = await listen(agent);
    expectRefusal(await end(agent, await signUp(server)), 404, 'agent_not_found');
    expect(relay.ended).toBe(false);
    relay.close();
  });
});
