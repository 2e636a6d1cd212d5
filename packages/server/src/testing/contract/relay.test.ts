import { beforeAll, describe, expect, it } from 'vitest';
import { agentWith, registerAgent, type Agent } from './agent.ts';
import { eventually, quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';
import { verifies } from './signature.ts';

const server = useServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server, { locale: 'de', timezone: 'Europe/Berlin' });
});

/** Returns a new agent in a conversation, with an open stream. */
const connected = async () => {
  const agent = await registerAgent(server, ada);
  const conversation = await openConversation(ada, agent);
  const relay = await agent.stream();
  await relay.awaitEvent('ready');
  return { agent, conversation, relay };
};

describe('§5 Agent relay: opening it', () => {
  it('answers with an event stream that begins with ready', async () => {
    const { agent, relay } = await connected();
    expect(relay.status).toBe(200);
    expect(relay.headers.get('content-type')).toContain('text/event-stream');
    expect(relay.frames[0]?.event).toBe('ready');
    expect(JSON.parse(relay.frames[0]!.data)).toEqual({
      agent_id: agent.agentId,
      credential_id: agent.credentialId,
      connection_id: expect.stringMatching(/\S/),
      heartbeat_seconds: 15,
      ack_timeout_seconds: 10,
      max_in_flight: 32,
      transport: 'relay',
    });
    relay.close();
  });

  it('gives each stream a connection id of its own', async () => {
    const { agent, relay } = await connected();
    const second = await agent.stream();
    const ids = [await relay.awaitEvent('ready'), await second.awaitEvent('ready')].map((ready) => ready.connection_id);
    expect(new Set(ids).size).toBe(2);
    relay.close();
    second.close();
  });

  it('beats every 15 seconds', async () => {
    const { relay } = await connected();
    const beats = () => relay.frames.filter((frame) => frame.event === 'heartbeat');
    expect(beats()).toEqual([]);
    await server.clock.advance(15_100);
    const { at } = await relay.awaitEvent('heartbeat');
    expect(at).toMatch(time);
    await server.clock.advance(15_000);
    await eventually(server, 'a second heartbeat', () => beats().length === 2);
    relay.close();
  });

  it('allows five streams an agent and refuses the sixth', async () => {
    const { agent, relay } = await connected();
    const more = await Promise.all([1, 2, 3, 4].map(() => agent.stream()));
    expect(more.map((stream) => stream.status)).toEqual([200, 200, 200, 200]);
    const sixth = await agent.stream();
    expect(sixth.status).toBe(409);
    expect(JSON.parse(sixth.raw).error.code).toBe('too_many_streams');

    relay.close();
    const again = await eventually(server, 'a place to be free', async () => {
      const stream = await agent.stream();
      return stream.status === 200 ? stream : undefined;
    });
    for (const stream of [...more, again]) stream.close();
  });

  it('counts the streams of each agent by itself', async () => {
    const first = await connected();
    const four = await Promise.all([1, 2, 3, 4].map(() => first.agent.stream()));
    const second = await connected();
    expect(second.relay.status).toBe(200);
    for (const stream of [...four, first.relay, second.relay]) stream.close();
  });
});

describe('§5 a delivery over the relay', () => {
  it('carries the signed envelope', async () => {
    const { agent, conversation, relay } = await connected();
    const sent = await say(ada, conversation, 'hello, agent');
    const deliveryId = sent.deliveries[0].deliveryId;
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.id).toBe(deliveryId);
    expect(Object.keys(delivery?.data).sort()).toEqual(['authorization', 'body_base64', 'delivery_id', 'signature']);
    expect(delivery?.data).toMatchObject({ delivery_id: deliveryId, authorization: agent.authorization });
    expect(verifies(agent.secret, delivery?.data.signature, delivery!.body)).toBe(true);
    const signedAt = Number(/^t=(\d+)/.exec(delivery?.data.signature)?.[1]);
    expect(Math.abs(signedAt - agent.unix())).toBeLessThanOrEqual(30);
    expect(delivery?.envelope).toEqual({
      version: '1',
      delivery_id: deliveryId,
      event: 'message.created',
      agent_id: agent.agentId,
      conversation_id: conversation,
      created_at: expect.stringMatching(time),
      user: { id: ada.userId, locale: 'de', timezone: 'Europe/Berlin' },
      messages: [
        {
          id: sent.messageId,
          author: 'user',
          author_id: ada.userId,
          text: 'hello, agent',
          created_at: sent.createdAt,
        },
      ],
      task_id: null,
    });
    relay.close();
  });

  it('arrives in the order of the room', async () => {
    const { conversation, relay } = await connected();
    const texts = Array.from({ length: 25 }, (_, index) => `${index}`);
    for (const text of texts) await say(ada, conversation, text);
    const all = await relay.awaitDeliveries(25);
    expect(all.map(({ envelope }) => envelope.messages[0].text)).toEqual(texts);
    relay.close();
  });

  it('arrives in the order of seq, also where messages are sent at once', async () => {
    const { conversation, relay } = await connected();
    const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => say(ada, conversation, `${index}`)));
    const inOrder = [...sent].sort((a, b) => a.seq - b.seq).map((message) => message.messageId);
    const all = await relay.awaitDeliveries(20);
    expect(all.map(({ envelope }) => envelope.messages[0].id)).toEqual(inOrder);
    relay.close();
  });

  it('goes to one of several streams', async () => {
    const { agent, conversation, relay } = await connected();
    const second = await agent.stream();
    await second.awaitEvent('ready');
    const ids = [];
    for (let index = 0; index < 10; index += 1) ids.push(await deliver(ada, conversation, `${index}`));
    const seen = () => [...relay.deliveries(), ...second.deliveries()].map((delivery) => delivery.data.delivery_id);
    await eventually(server, 'ten deliveries', () => seen().length >= 10);
    await quiet(server);
    expect([...seen()].sort()).toEqual([...ids].sort());
    relay.close();
    second.close();
  });

  it('is said to be dispatched once it was written', async () => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    const found = await eventually(server, 'dispatchedAt', async () => {
      const { item } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body;
      return item.dispatchedAt === null ? undefined : item;
    });
    expect(found).toMatchObject({ status: 'pending', dispatchedAt: expect.stringMatching(time) });
    relay.close();
  });

  it('waits where 32 are unacknowledged, and follows once one is', async () => {
    const { agent, conversation, relay } = await connected();
    await Promise.all(Array.from({ length: 40 }, (_, index) => say(ada, conversation, `${index}`)));
    const first = await relay.awaitDeliveries(32);
    await quiet(server);
    expect(relay.deliveries()).toHaveLength(32);
    expect((await agent.ack(first[0]?.data.delivery_id)).body).toEqual({ matched: true });
    await relay.awaitDeliveries(33);
    await quiet(server);
    expect(relay.deliveries()).toHaveLength(33);
    relay.close();
  });
});

describe('§5 acknowledging', () => {
  it('settles the delivery, and a second time does not match', async () => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    const first = await agent.ack(deliveryId);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ matched: true });
    expect(await awaitDelivery(server, agent, deliveryId, { status: 'delivered' })).toMatchObject({
      attemptCount: 1,
      nextAttemptAt: null,
    });
    const second = await agent.ack(deliveryId);
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ matched: false });
    relay.close();
  });

  it('may report a failure, whose words stand in the log and which is tried again after a minute', async () => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    const answer = await agent.ack(deliveryId, { version: '1', status: 'failed', error: 'the handler fell over' });
    expect(answer.body).toEqual({ matched: true });
    const failed = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(JSON.stringify(failed.attempts)).toContain('the handler fell over');
    await server.clock.advance(67_000);
    const all = await relay.awaitDeliveries(2);
    expect(all.map(({ data }) => data.delivery_id)).toEqual([deliveryId, deliveryId]);
    expect(all[1]!.body.equals(all[0]!.body)).toBe(true);
    expect(all[1]!.genuine).toBe(true);
    await agent.ack(deliveryId);
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 2 });
    relay.close();
  });

  it('has ten seconds; after that the attempt has failed', async () => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    await server.clock.advance(11_000);
    const failed = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(failed.nextAttemptAt).toMatch(time);
    relay.close();
  });

  it('may come late: then it does not match and still settles', async () => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    await server.clock.advance(11_000);
    await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    const late = await agent.ack(deliveryId);
    expect(late.status).toBe(200);
    expect(late.body).toEqual({ matched: false });
    expect(await awaitDelivery(server, agent, deliveryId, { status: 'delivered' })).toMatchObject({
      nextAttemptAt: null,
    });
    await server.clock.advance(70_000);
    await quiet(server);
    expect(relay.deliveries()).toHaveLength(1);
    relay.close();
  });

  it('is refused for a delivery that is not there, or another agent’s', async () => {
    const [{ agent, relay }, other] = [await connected(), await connected()];
    const foreign = await deliver(ada, other.conversation, 'not yours');
    for (const id of [nobody('dlv'), foreign]) {
      const answer = await agent.ack(id);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('delivery_not_found');
    }
    relay.close();
    other.relay.close();
  });

  it.each([
    ['/status', { version: '1', status: 'done' }],
    ['/status', { version: '1' }],
    ['/version', { status: 'accepted' }],
    ['/error', { version: '1', status: 'failed', error: 'x'.repeat(501) }],
    ['/error', { version: '1', status: 'failed', error: '' }],
    ['/note', { version: '1', status: 'accepted', note: 'x' }],
  ])('is refused with a bad %s', async (path, body) => {
    const { agent, conversation, relay } = await connected();
    const deliveryId = await deliver(ada, conversation, 'hello');
    const answer = await agent.ack(deliveryId, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path });
    relay.close();
  });
});

describe('§5 the end of a stream', () => {
  it('comes at once where its credential is revoked; other credentials’ streams stay', async () => {
    const { agent, relay } = await connected();
    const issued = (await ada.post(`/v1/agents/${agent.agentId}/credentials`)).body.credential;
    expect(issued.credentialId).toMatch(idOf('cred'));
    const other: Agent = agentWith(server, ada, agent, issued);
    const second = await other.stream();
    await ada.del(`/v1/agents/${agent.agentId}/credentials/${agent.credentialId}`);
    await relay.awaitEnd();
    expect(second.ended).toBe(false);
    second.close();
  });

  it.each([
    ['paused', (agent: Agent) => ada.post(`/v1/agents/${agent.agentId}/pause`)],
    ['deleted', (agent: Agent) => ada.del(`/v1/agents/${agent.agentId}`)],
  ])('comes where the agent is %s', async (_what, change) => {
    const { agent, relay } = await connected();
    await change(agent);
    await relay.awaitEnd();
  });
});
