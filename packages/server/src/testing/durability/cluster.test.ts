import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAgent, type Agent } from '../contract/agent.ts';
import { openSignals } from '../contract/browser.ts';
import { eventually } from '../contract/eventually.ts';
import { readMetrics } from '../contract/metrics.ts';
import { signUp, type Person } from '../contract/person.ts';
import { relayOver } from '../contract/relay.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation, say } from '../contract/conversation.ts';
import { startWebhook } from '../contract/webhook.ts';
import { testServerUrl } from '../databases-under-test.ts';
import { agentAt, personAt, startCluster, type Cluster, type Node } from './cluster.ts';

describe.skipIf(testServerUrl === undefined)('two servers on one PostgreSQL database', () => {
  let cluster: Cluster;
  let left: Node;
  let right: Node;
  let ada: Person;
  let adaAtRight: Person;
  beforeAll(async () => {
    cluster = await startCluster(2);
    [left, right] = cluster.nodes as [Node, Node];
    ada = await signUp(left);
    adaAtRight = personAt(right, ada);
  });
  afterAll(() => cluster.close());

  const hookedAgent = async () => {
    const hook = await startWebhook(left);
    const agent = await registerAgent(left, ada, { transport: 'webhook', webhook_url: hook.url });
    return { hook, agent, conversation: await openConversation(ada, agent) };
  };
  const relayedAgent = async () => {
    const agent = await registerAgent(left, ada);
    return { agent, conversation: await openConversation(ada, agent) };
  };
  const texts = (envelopes: readonly { messages: { text: string }[] }[]) => envelopes.map((e) => e.messages[0]?.text);

  it('post the messages of one room in order and without delay, although each takes every other one', async () => {
    const { hook, conversation } = await hookedAgent();
    hook.answer(async () => {
      await pause(60);
      return { status: 200 };
    });
    const wanted: string[] = [];
    for (let i = 0; i < 12; i++) {
      wanted.push(`message ${i}`);
      await say(i % 2 === 0 ? ada : adaAtRight, conversation, `message ${i}`);
    }
    await hook.awaitRequests(12);
    await pause(300);
    expect(texts(hook.requests.map((request) => request.envelope))).toEqual(wanted);
  });

  it('§9 give a delivery to whichever server holds the stream, in order', async () => {
    const { agent, conversation } = await relayedAgent();
    const stream = await agentAt(right, agent).stream();
    await stream.awaitEvent('ready');
    for (let i = 0; i < 10; i++) await say(i % 3 === 0 ? adaAtRight : ada, conversation, `message ${i}`);
    const deliveries = await stream.awaitDeliveries(10);
    expect(texts(deliveries.map((delivery) => delivery.envelope))).toEqual(
      Array.from({ length: 10 }, (_, i) => `message ${i}`),
    );
    for (const { id } of deliveries) await agentAt(right, agent).ack(String(id));
    stream.close();
  });

  it('§3 give what is for a webhook or for a stream of the agent to the server at which its owner listens', async () => {
    const { hook, agent, conversation } = await hookedAgent();
    const own = await relayedAgent();
    const stream = await own.agent.stream();
    await stream.awaitEvent('ready');
    for (const [{ agentId, secret }, place] of [
      [agent, conversation] as const,
      [own.agent, own.conversation] as const,
    ]) {
      const listener = await relayOver(right, `/v1/agents/${agentId}/listen`, secret, { cookie: ada.cookie });
      await listener.awaitEvent('ready');
      for (let i = 0; i < 6; i++) await say(i % 2 === 0 ? ada : adaAtRight, place, `message ${i}`);
      const deliveries = await listener.awaitDeliveries(6);
      expect(deliveries.map(({ envelope }) => envelope.messages[0].text)).toContain('message 5');
      for (const { id } of deliveries)
        await ada.post(`/v1/agents/${agentId}/deliveries/${id}/ack`, { status: 'accepted' });
      listener.close();
    }
    expect([hook.requests.length, stream.deliveries().length]).toEqual([0, 0]);
    await eventually(left, 'the webhook to be used again', async () => {
      await say(ada, conversation, 'again');
      return hook.requests.length > 0;
    });
    await say(ada, own.conversation, 'again');
    await stream.awaitDeliveries(1);
    stream.close();
  });

  it('take an acknowledgement at once, at whichever server it arrives', async () => {
    const { agent, conversation } = await relayedAgent();
    const stream = await agentAt(right, agent).stream();
    await stream.awaitEvent('ready');
    const deliveryId = await deliver(ada, conversation, 'hello');
    await stream.awaitDeliveries(1);
    expect((await agent.ack(deliveryId)).body).toEqual({ matched: true });
    const found = await awaitDelivery(left, agent, deliveryId, { status: 'delivered', attempts: 1 });
    expect(found.attempts).toHaveLength(1);
    await eventually(
      right,
      'the stream to have its credit again',
      () => right.app.relays.credit(agent.agentId as never) === 32,
    );
    stream.close();
  });

  it('send what found no stream as soon as one opens at the other server, also while the failure is being recorded', async () => {
    for (let round = 0; round < 6; round++) {
      const { agent, conversation } = await relayedAgent();
      const [deliveryId, stream] = await Promise.all([
        deliver(ada, conversation, 'hello'),
        agentAt(right, agent).stream(),
      ]);
      expect((await stream.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
      await agentAt(right, agent).ack(deliveryId);
      stream.close();
    }
  });

  it('count the streams of an agent together', async () => {
    const { agent } = await relayedAgent();
    const streams = await Promise.all([0, 1, 2, 3, 4].map((i) => agentAt(i % 2 === 0 ? left : right, agent).stream()));
    for (const stream of streams) await stream.awaitEvent('ready');
    expect((await agentAt(right, agent).stream()).status).toBe(409);
    streams[0]?.close();
    await eventually(left, 'a place', async () => {
      const next = await agentAt(right, agent).stream();
      if (next.status === 200) streams.push(next);
      return next.status === 200;
    });
    for (const stream of streams) stream.close();
  });

  it('go on where one was given up while it paused: its work is done, its late results are dropped, its streams reopen', async () => {
    const { hook, agent, conversation } = await hookedAgent();
    const relayed = await relayedAgent();
    const stream = await agentAt(right, relayed.agent).stream();
    await stream.awaitEvent('ready');
    let isSlow = true;
    hook.answer(async () => {
      if (isSlow) await pause(6000);
      return { status: 200 };
    });
    const lateResults = async () => (await readMetrics(right)).of('parley_late_results_total');
    const counted = await lateResults();
    const before = right.app.engine.nodeId;
    const deliveryId = await deliver(adaAtRight, conversation, 'hello');
    await hook.awaitRequests(1);
    isSlow = false;
    // Deletes the node as a reaping server would. If its lease merely expired, it might renew it first.
    await sql`delete from nodes where node_id = ${before}`.execute(left.app.storage.db);
    await eventually(right, 'another name', () => right.app.engine.nodeId !== before);
    await stream.awaitEnd();
    await awaitDelivery(left, agent, deliveryId, { status: 'delivered', attempts: 1 });
    await eventually(right, 'the late result to be counted', async () => (await lateResults()) > counted);
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    const again = await agentAt(right, relayed.agent).stream();
    await again.awaitEvent('ready');
    await say(ada, relayed.conversation, 'still there?');
    await again.awaitDeliveries(1);
    again.close();
  }, 40_000);
});

describe.skipIf(testServerUrl === undefined)('a server that is told to stop', () => {
  const stopWhile = async (
    agentOf: (
      left: Node,
      ada: Person,
    ) => Promise<{ agent: Agent; hook: { awaitRequests(n: number): Promise<unknown> } }>,
  ) => {
    const cluster = await startCluster(2);
    const [left, right] = cluster.nodes as [Node, Node];
    const ada = await signUp(left);
    const { agent, hook } = await agentOf(left, ada);
    const conversation = await openConversation(ada, agent);
    return { cluster, left, right, ada, agent, hook, conversation };
  };

  it('§9 finishes the attempt that is under way, and leaves the rest of the lane to the other', async () => {
    let answers: (() => void) | null = null;
    const setting = await stopWhile(async (left, ada) => {
      const hook = await startWebhook(left);
      hook.answer(async (_request, count) => {
        if (count === 1) await new Promise<void>((resolve) => (answers = resolve));
        return { status: 200 };
      });
      return { hook, agent: await registerAgent(left, ada, { transport: 'webhook', webhook_url: hook.url }) };
    });
    const { cluster, left, right, ada, agent, hook, conversation } = setting;
    const first = await deliver(ada, conversation, 'one');
    const second = await deliver(ada, conversation, 'two');
    await hook.awaitRequests(1);
    const closed = left.close(10_000);
    await pause(200);
    (answers as (() => void) | null)?.();
    await closed;
    const ownerAtRight = agentAt(right, agent);
    expect(await deliveryOf(ownerAtRight, first)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    await left.close();
    const deadline = Date.now() + 17_000;
    while ((await deliveryOf(ownerAtRight, second)).status !== 'delivered' && Date.now() < deadline) await pause(100);
    expect(await deliveryOf(ownerAtRight, second)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    await cluster.close();
  }, 60_000);

  it('sends its relay agents to the others at once, although an endpoint keeps it', async () => {
    const { cluster, left, right, ada, hook, conversation } = await stopWhile(async (node, owner) => {
      const hook = await startWebhook(node);
      hook.answer(() => 'hang');
      return { hook, agent: await registerAgent(node, owner, { transport: 'webhook', webhook_url: hook.url }) };
    });
    const relayed = await registerAgent(left, ada);
    const relayConversation = await openConversation(ada, relayed);
    const stream = await relayed.stream();
    await stream.awaitEvent('ready');
    await deliver(ada, conversation, 'one');
    await hook.awaitRequests(1);
    const closed = left.close(9000);
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    await stream.awaitEnd();
    const again = await agentAt(right, relayed).stream();
    const deliveryId = await deliver(personAt(right, ada), relayConversation, 'two');
    expect((await again.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    expect(isClosed).toBe(false);
    await agentAt(right, relayed).ack(deliveryId);
    again.close();
    await closed;
    await cluster.close();
  }, 60_000);

  it('does not wait longer than its grace for an endpoint that hangs', async () => {
    const { cluster, left, right, ada, agent, hook, conversation } = await stopWhile(async (node, owner) => {
      const hook = await startWebhook(node);
      hook.answer(() => 'hang');
      return { hook, agent: await registerAgent(node, owner, { transport: 'webhook', webhook_url: hook.url }) };
    });
    const deliveryId = await deliver(ada, conversation, 'one');
    await hook.awaitRequests(1);
    const closed = left.close(300);
    expect(await Promise.race([closed.then(() => 'closed'), pause(5000, 'waits')])).toBe('closed');
    expect(await deliveryOf(agentAt(right, agent), deliveryId)).toMatchObject({ status: 'pending', attemptCount: 0 });
    await cluster.close();
  }, 60_000);
});

describe.skipIf(testServerUrl === undefined)('a server that is alone on its PostgreSQL database', () => {
  it('§9 tells one that comes later what is said from then on', { timeout: 60_000 }, async () => {
    const cluster = await startCluster(1);
    const [first] = cluster.nodes as [Node];
    const noted = vi.spyOn(first.app.hub, 'noteOthers');
    const ada = await signUp(first);
    const conversation = await openConversation(ada, null, [await signUp(first)]);
    await expect.poll(() => noted.mock.calls.at(-1), { timeout: 20_000 }).toEqual([false]);
    await say(ada, conversation, 'to nobody else');
    const heard = new Promise((resolve) => first.app.hub.onHeard(resolve));
    const second = await cluster.join();
    await heard;
    const signals = await openSignals(second, personAt(second, ada));
    const { messageId } = await say(ada, conversation, 'to the second too');
    await signals.awaitSignal('messageAppended', { messageId });
    signals.close();
    await cluster.close();
  });
});
