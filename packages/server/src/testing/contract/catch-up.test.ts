import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';

const server = useServer();
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const away = async (): Promise<{ agent: Agent; conversation: string }> => {
  const agent = await registerAgent(server, ada);
  return { agent, conversation: await openConversation(ada, agent) };
};

describe('§6 a relay agent that is not connected', () => {
  it('fails an attempt without anything going out, and has a next one', async () => {
    const { agent, conversation } = await away();
    const deliveryId = await deliver(ada, conversation, 'anybody?');
    const found = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(found.dispatchedAt).toBeNull();
    expect(found.nextAttemptAt).toMatch(time);
    expect(found.attempts[0]).toMatchObject({ attempt: 1, statusCode: null });
    expect(found.attempts[0].error).toMatch(/\S/);
  });

  it('gets all of it once it opens a stream, oldest first', async () => {
    const { agent, conversation } = await away();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push(await deliver(ada, conversation, `${index}`));
    for (const id of ids) await awaitDelivery(server, agent, id, { status: 'failed' });
    const relay = await agent.stream();
    const all = await relay.awaitDeliveries(8);
    expect(all.map(({ data }) => data.delivery_id)).toEqual(ids);
    for (const id of ids) expect((await agent.ack(id)).body).toEqual({ matched: true });
    const found = await awaitDelivery(server, agent, ids[0]!, { status: 'delivered', attempts: 2 });
    expect(found.dispatchedAt).toMatch(time);
    relay.close();
  });

  it('gets what waits for its next attempt also where that is far ahead', async () => {
    const { agent, conversation } = await away();
    const deliveryId = await deliver(ada, conversation, 'patience');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    for (const [attempts, waitMs] of [
      [2, 67_000],
      [3, 331_000],
      [4, 1_981_000],
    ] as const) {
      await server.clock.leap(waitMs);
      await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts });
    }
    const relay = await agent.stream();
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.data.delivery_id).toBe(deliveryId);
    relay.close();
  });

  it('does not get what is over', async () => {
    const { agent, conversation } = await away();
    await deliver(ada, conversation, 'gone with its room');
    await ada.del(`/v1/conversations/${conversation}`);
    const next = await openConversation(ada, agent);
    const relay = await agent.stream();
    const deliveryId = await deliver(ada, next, 'here');
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.data.delivery_id).toBe(deliveryId);
    relay.close();
  });

  it('gets more than the window holds, as it acknowledges', async () => {
    const { agent, conversation } = await away();
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) ids.push(await deliver(ada, conversation, `${index}`));
    await awaitDelivery(server, agent, ids.at(-1)!, { status: 'failed' });
    const relay = await agent.stream();
    for (let index = 0; index < ids.length; index += 1) {
      const all = await relay.awaitDeliveries(index + 1);
      expect((await agent.ack(all[index]?.data.delivery_id)).body).toEqual({ matched: true });
    }
    expect(relay.deliveries().map(({ data }) => data.delivery_id)).toEqual(ids);
    relay.close();
  });

  it('gets a delivery again that was under way when its stream broke', async () => {
    const { agent, conversation } = await away();
    const relay = await agent.stream();
    const deliveryId = await deliver(ada, conversation, 'cut off');
    await relay.awaitDeliveries(1);
    relay.close();
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await server.clock.advance(67_000);
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 2 });
    const again = await agent.stream();
    const [delivery] = await again.awaitDeliveries(1);
    expect(delivery?.data.delivery_id).toBe(deliveryId);
    expect((await agent.ack(deliveryId)).body).toEqual({ matched: true });
    again.close();
  });
});

describe('§3 a paused agent', () => {
  it('keeps what was queued, and tries it again after resuming', async () => {
    const { agent, conversation } = await away();
    const deliveryId = await deliver(ada, conversation, 'before the pause');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    await server.clock.leap(2 * 3_600_000);
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ attemptCount: 1 });
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    const relay = await agent.stream();
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.data.delivery_id).toBe(deliveryId);
    relay.close();
  });
});
