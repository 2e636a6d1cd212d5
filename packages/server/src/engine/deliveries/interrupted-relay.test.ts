import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { awaitDelivery, deliver, openConversation } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());

/** Maximum number of unacknowledged deliveries on one stream (§5). */
const inFlightMax = 32;

async function deliverMany(agent: Agent, count: number): Promise<string[]> {
  const conversation = await openConversation(ada, agent);
  const sent: string[] = [];
  for (let place = 0; place < count; place++) sent.push(await deliver(ada, conversation, `Message ${place}`));
  return sent;
}
const itemOf = async (agent: Agent, id: string) =>
  (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${id}`)).body.item;

describe('what has not gone out yet when the only stream of its agent ends', () => {
  it('is not tried for that, keeps its time, and goes out when the next one opens', async () => {
    const agent = await registerAgent(server, ada);
    const sent = await deliverMany(agent, inFlightMax + 8);
    for (const id of sent) await awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 });
    const waiting = sent.slice(inFlightMax);
    const planned = await Promise.all(waiting.map(async (id) => (await itemOf(agent, id)).nextAttemptAt));

    const stream = await agent.stream();
    const took = await stream.awaitDeliveries(inFlightMax);
    expect(took.map(({ id }) => id)).toEqual(sent.slice(0, inFlightMax));
    stream.close();
    for (const id of sent.slice(0, inFlightMax))
      await awaitDelivery(server, agent, id, { status: 'failed', attempts: 2 });
    const left = await Promise.all(waiting.map((id) => itemOf(agent, id)));
    expect(left.map(({ attempts, nextAttemptAt }) => [attempts.length, nextAttemptAt])).toEqual(
      planned.map((at) => [1, at]),
    );

    const next = await agent.stream();
    const came = await next.awaitDeliveries(waiting.length);
    expect(came.map(({ id }) => id)).toEqual(waiting);
    next.close();
  });
});

describe('a delivery that waits for its next attempt behind others', () => {
  it('is not sent any more once its agent has accepted it after all', async () => {
    const agent = await registerAgent(server, ada);
    const stream = await agent.stream();
    const [late = '', ...others] = await deliverMany(agent, inFlightMax);
    await stream.awaitDeliveries(inFlightMax);
    for (const id of others) await agent.ack(id);
    await server.clock.advance(10_100);
    await awaitDelivery(server, agent, late, { status: 'failed', attempts: 1 });

    await server.clock.advance(56_000);
    const full = await deliverMany(agent, inFlightMax);
    await stream.awaitDeliveries(2 * inFlightMax);
    await server.clock.advance(9_000);
    await eventually(server, 'its next attempt to wait here', () => server.app.engine.load().inHand > inFlightMax);
    expect((await agent.ack(late)).status).toBe(200);
    for (const id of full) await agent.ack(id);
    const [last = ''] = await deliverMany(agent, 1);
    await eventually(server, 'a later one', () => stream.deliveries().some(({ id }) => id === last));
    expect(stream.deliveries().filter(({ id }) => id === late)).toHaveLength(1);
    expect(await itemOf(agent, late)).toMatchObject({ status: 'delivered' });
    stream.close();
  });
});
