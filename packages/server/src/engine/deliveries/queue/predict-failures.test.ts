import { sql } from 'kysely';
import { newId, type AgentId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Signal } from '../../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { eventually } from '../../../testing/contract/eventually.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { awaitDelivery, deliver, openConversation } from '../../../testing/contract/conversation.ts';
import { gatherFor } from './park-queries.ts';
import { newDelivery } from '../fixtures/new-delivery.ts';
import { insertStream } from '../../carriers/stream-queries.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());

/** Registers an offline relay agent. The server knows that it is offline from a first attempt. */
async function absentAgent(): Promise<{ agent: Agent; conversation: string }> {
  const agent = await registerAgent(server, ada);
  const conversation = await openConversation(ada, agent);
  await awaitDelivery(server, agent, await deliver(ada, conversation, 'first'), { status: 'failed', attempts: 1 });
  return { agent, conversation };
}
const idOf = ({ agentId }: Agent) => agentId as AgentId;
const queued = (agent: Agent) => newDelivery({ agentId: idOf(agent), createdAt: new Date(server.clock.now()) });
const rowOf = async (deliveryId: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from delivery_queue where delivery_id = ${deliveryId}`.execute(server.app.storage.db);
  return rows[0];
};
/** Queues a delivery. `meanwhile` runs before the commit. */
async function enqueue(agent: Agent, meanwhile: () => Promise<unknown> = async () => undefined) {
  const delivery = queued(agent);
  const { storage, engine } = server.app;
  const enqueued = await storage.transaction(async (tx) => {
    const given = await engine.enqueue(tx, [delivery]);
    await meanwhile();
    return given;
  });
  return { delivery, enqueued, handOff: () => engine.handOff(enqueued) };
}
const change = (statement: string, agent: Agent) =>
  sql`${sql.raw(statement)} where agent_id = ${agent.agentId}`.execute(server.app.storage.db);
/** Records a stream on another server, which stays alive although its lease is not renewed. */
async function noteElsewhere(agent: Agent): Promise<void> {
  const { storage, clock } = server.app;
  await sql`
    insert into nodes (node_id, alive_until) values ('another', now() + interval '1 hour') on conflict do nothing`.execute(
    storage.db,
  );
  const stream = { connectionId: newId('delivery'), nodeId: 'another', agentId: idOf(agent), listener: null };
  await storage.transaction((tx) => insertStream(tx, { ...stream, now: new Date(clock.now()) }));
}
const neverTheSame = { delivery_id: null, position: null, next_attempt_at: null };

describe('a delivery of an agent that is away', () => {
  it('is written as its first attempt would leave it, and is what one is that was tried', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const read = async (text: string) => {
      const id = await deliver(ada, conversation, text);
      await awaitDelivery(server, agent, id, { status: 'failed', attempts: 1 });
      const { item } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${id}`)).body;
      const { deliveryId, createdAt, nextAttemptAt, ...rest } = item;
      // Waiting advances the clock.
      for (const attempt of rest.attempts) Object.assign(attempt, { startedAt: null, durationMs: null });
      const delayMs = Date.parse(nextAttemptAt) - server.clock.now();
      const [shortestMs = 0] = server.app.config.retryDelaysMs;
      const isOnTime = delayMs <= 1.1 * shortestMs && delayMs >= shortestMs - 5000;
      return { rest, isOnTime, row: { ...(await rowOf(id)), ...neverTheSame } };
    };
    const tried = await read('tried');
    const written = await read('written');
    expect(written).toEqual(tried);
    expect(written.isOnTime).toBe(true);
    expect(written.rest.attempts).toMatchObject([{ attempt: 1, outcome: 'relay_not_connected' }]);
  });

  it('is in nobody’s hands from its commit on', async () => {
    const { agent } = await absentAgent();
    const { delivery, enqueued } = await enqueue(agent);
    expect(enqueued).toMatchObject({ claimed: [], waiting: [], predicted: [{ delivery }] });
    expect(await rowOf(delivery.deliveryId)).toMatchObject({
      attempt_count: 1,
      last_outcome: 'relay_not_connected',
      lease_owner: null,
      held: null,
      fence: 1,
      dispatched_at: null,
    });
  });

  it('is told of as a failed attempt is: counted, and said to its sender after the message itself', async () => {
    const { conversation } = await absentAgent();
    const signals: Signal[] = [];
    const end = server.app.hub.onPublished((published) => signals.push(...published));
    const count = async () =>
      Number(
        /outcome="relay_not_connected",transport="relay"\} (\d+)/.exec(
          await server.app.metrics.registry.metrics(),
        )?.[1],
      );
    const before = await count();
    await deliver(ada, conversation, 'second');
    await eventually(server, 'the signal', () => signals.find(({ type }) => type === 'deliveryUpdated'));
    end();
    const types = signals.map(({ type }) => type);
    expect(types.indexOf('deliveryUpdated')).toBeGreaterThan(types.indexOf('messageAppended'));
    expect(await count()).toBe(before + 1);
  });

  it('is attempted again when it is due', async () => {
    const { agent, conversation } = await absentAgent();
    const deliveryId = await deliver(ada, conversation, 'second');
    await server.clock.leap(67_000);
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 2 });
  });

  it('is sent at once where a stream opens after it', async () => {
    const { agent } = await absentAgent();
    const { delivery, handOff } = await enqueue(agent);
    handOff();
    const stream = await agent.stream();
    const sent = await stream.awaitDeliveries(2);
    expect(sent.map(({ data }) => data.delivery_id)).toContain(delivery.deliveryId);
    stream.close();
  });

  it('is sent at once where a stream opened before it, of which this server has not heard', async () => {
    const { agent } = await absentAgent();
    await noteElsewhere(agent);
    const { delivery, enqueued } = await enqueue(agent);
    expect(enqueued.claimed.map(({ deliveryId }) => deliveryId)).toEqual([delivery.deliveryId]);
    expect(await rowOf(delivery.deliveryId)).toMatchObject({ attempt_count: 0, lease_owner: server.app.engine.nodeId });
  });

  it.each([
    ['is paused', `update agents set status = 'paused'`],
    ['is on webhooks', `update agents set transport = 'webhook', webhook_url = 'https://a.example/'`],
    ['has no credential', `update credentials set revoked_at = now()`],
    ['has another credential', `update credentials set credential_id = 'crd_0', revoked_at = null`],
  ])('is only taken for that: it goes the usual way where the agent %s by now', async (_what, statement) => {
    const { agent } = await absentAgent();
    await change(statement, agent);
    const { delivery, enqueued } = await enqueue(agent);
    expect(enqueued.predicted).toEqual([]);
    expect(enqueued.claimed.map(({ deliveryId }) => deliveryId)).toEqual([delivery.deliveryId]);
  });
});

describe('a delivery of an agent that is away, where one attempt is all', () => {
  it('is over after that attempt, whichever message of several it is', async () => {
    const strict = await startTestServer({ PARLEY_MAX_ATTEMPTS: '1' });
    onTestFinished(() => strict.stop());
    const person = await signUp(strict);
    const agent = await registerAgent(strict, person);
    const conversation = await openConversation(person, agent);
    for (const text of ['first', 'second', 'third']) {
      const deliveryId = await deliver(person, conversation, text);
      const over = await awaitDelivery(strict, agent, deliveryId, { status: 'failed', attempts: 1 });
      expect(over.nextAttemptAt).toBeNull();
    }
  });
});

describe('a stream that opens while a delivery is committed as one that nobody can take', () => {
  const onPostgres = () => server.app.storage.kind === 'postgres';

  it('gets it, at this server', async ({ skip }) => {
    // The embedded database has one connection: there a stream waits for the commit.
    if (!onPostgres()) return skip();
    const { agent } = await absentAgent();
    let stream: Awaited<ReturnType<Agent['stream']>> | undefined;
    const { delivery, enqueued, handOff } = await enqueue(agent, async () => {
      stream = await agent.stream();
      // The stream has already checked for waiting deliveries and could not see this one.
      await stream.awaitDeliveries(1);
    });
    expect(enqueued.predicted).toHaveLength(1);
    handOff();
    const sent = await stream?.awaitDeliveries(2);
    expect(sent?.map(({ data }) => data.delivery_id)).toContain(delivery.deliveryId);
    stream?.close();
  });

  it('gets it, at another', async ({ skip }) => {
    if (!onPostgres()) return skip();
    const { agent } = await absentAgent();
    const { storage, hub } = server.app;
    const { delivery, handOff } = await enqueue(agent, async () => {
      await noteElsewhere(agent);
      await gatherFor(storage.db, idOf(agent), new Date(server.clock.now()));
    });
    const signals: Signal[] = [];
    const end = hub.onPublished((published) => signals.push(...published));
    handOff();
    await eventually(server, 'the other to be told', () => signals.find(({ type }) => type === 'deliveriesWaiting'));
    end();
    expect(await rowOf(delivery.deliveryId)).toMatchObject({ held: 'window', lease_owner: null });
  });
});
