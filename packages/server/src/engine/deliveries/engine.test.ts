import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually, quiet } from '../../testing/contract/eventually.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { startWebhook, type Hooked, type Webhook } from '../../testing/contract/webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
beforeAll(async () => {
  ada = await signUp(server);
});

async function hookedAgent(): Promise<{ hook: Webhook; agent: Agent }> {
  const hook = await startWebhook(server);
  return { hook, agent: await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url }) };
}

/** Answers requests one after another, each when the test says so. */
function byHand(hook: Webhook) {
  const waiting: { request: Hooked; resolve: () => void }[] = [];
  hook.answer(
    (request) => new Promise((resolve) => waiting.push({ request, resolve: () => resolve({ status: 200 }) })),
  );
  return waiting;
}

const textOf = ({ envelope }: Hooked): string => envelope.messages[0].text;
const numbered = (count: number) => Array.from({ length: count }, (_, place) => `message ${place}`);

describe('the lanes of a webhook agent', () => {
  it('go one at a time in a room, and rooms side by side', async () => {
    const { hook, agent } = await hookedAgent();
    const [garden, kitchen] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    const waiting = byHand(hook);
    for (const [conversation, text] of [
      [garden, 'g1'],
      [garden, 'g2'],
      [kitchen, 'k1'],
      [kitchen, 'k2'],
    ] as const) {
      await say(ada, conversation, text);
    }
    await hook.awaitRequests(2);
    await quiet(server);
    expect(hook.requests.map(textOf).sort()).toEqual(['g1', 'k1']);
    waiting.find(({ request }) => textOf(request) === 'k1')?.resolve();
    await hook.awaitRequests(3);
    expect(hook.requests.map(textOf)).toContain('k2');
    for (let i = 0; i < 4; i++) {
      for (const { resolve } of waiting) resolve();
      await quiet(server);
    }
    expect(hook.requests).toHaveLength(4);
  });

  it('stay in order through more than one server holds in memory for an agent', { timeout: 60_000 }, async () => {
    const { hook, agent } = await hookedAgent();
    hook.answer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { status: 200 };
    });
    const conversations = await Promise.all([1, 2].map(() => openConversation(ada, agent)));
    const texts = numbered(330);
    await Promise.all(
      conversations.map(async (conversation) => {
        for (let i = 0; i < texts.length; i += 30) {
          // One batch at a time, so that the order of acceptance is known.
          for (const answer of await Promise.all(texts.slice(i, i + 30).map((text) => say(ada, conversation, text)))) {
            accepted.set(answer.messageId, answer.seq);
          }
        }
      }),
    );
    await eventually(server, 'all of them', () => hook.requests.length >= 2 * texts.length);
    await server.clock.advance(31_000);
    for (const conversation of conversations) {
      const here = hook.requests.filter(({ envelope }) => envelope.conversation_id === conversation);
      expect(here.map(({ envelope }) => accepted.get(envelope.messages[0].id))).toEqual(
        texts.map((_, place) => place + 1),
      );
    }
  });
  const accepted = new Map<string, number>();

  it('leave room for each other, however much waits in one of them', { timeout: 60_000 }, async () => {
    const { hook, agent } = await hookedAgent();
    const [flood, quietConversation] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    const waiting = byHand(hook);
    const texts = numbered(300);
    await say(ada, flood, 'first');
    await hook.awaitRequests(1);
    for (let i = 0; i < texts.length; i += 50)
      await Promise.all(texts.slice(i, i + 50).map((text) => say(ada, flood, text)));
    await say(ada, quietConversation, 'only a word');
    await hook.awaitRequests(2);
    expect(hook.requests.map(textOf)).toEqual(['first', 'only a word']);
    hook.answer(200);
    for (const { resolve } of waiting) resolve();
    await eventually(server, 'all of them', () => hook.requests.length === 302);
    const seqs = hook.requests.slice(2).map(({ envelope }) => envelope.messages[0].created_at);
    expect(seqs).toEqual([...seqs].sort());
  });
});

describe('an endpoint that hangs', () => {
  it('holds up nobody else', async () => {
    const [slow, quick] = [await hookedAgent(), await hookedAgent()];
    slow.hook.answer(() => 'hang');
    const conversations = await Promise.all(numbered(20).map(() => openConversation(ada, slow.agent)));
    await Promise.all(conversations.map((conversation) => say(ada, conversation, 'stuck')));
    await slow.hook.awaitRequests(8);
    const conversation = await openConversation(ada, quick.agent);
    const started = slow.hook.requests.length;
    for (const text of numbered(20))
      await awaitDelivery(server, quick.agent, await deliver(ada, conversation, text), { status: 'delivered' });
    expect(slow.hook.requests.length).toBeLessThanOrEqual(Math.max(started, 8));
  });

  it('is seen to have been sent to, while it has not answered yet', async () => {
    const { hook, agent } = await hookedAgent();
    hook.answer(() => 'hang');
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'hello');
    await hook.awaitRequests(1);
    const found = await eventually(server, 'a time', async () => {
      const item = await deliveryOf(agent, deliveryId);
      return item.dispatchedAt === null ? null : item;
    });
    expect(found).toMatchObject({ status: 'pending', attemptCount: 0 });
  });
});

describe('what waits in memory', () => {
  it('waits on while the agent is paused, and goes out in order when it is resumed', async () => {
    const { hook, agent } = await hookedAgent();
    const conversation = await openConversation(ada, agent);
    const waiting = byHand(hook);
    for (const text of numbered(5)) await say(ada, conversation, text);
    await hook.awaitRequests(1);
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    waiting[0]?.resolve();
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    hook.answer(200);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    await hook.awaitRequests(5);
    expect(hook.requests.map(textOf)).toEqual(numbered(5));
  });

  it('is over when the room is deleted or the agent is, although one is on its way', async () => {
    for (const path of [
      (_agent: Agent, conversation: string) => `/v1/conversations/${conversation}`,
      (agent: Agent) => `/v1/agents/${agent.agentId}`,
    ]) {
      const { hook, agent } = await hookedAgent();
      const conversation = await openConversation(ada, agent);
      const waiting = byHand(hook);
      const sent = [];
      for (const text of numbered(3)) sent.push(await deliver(ada, conversation, text));
      await hook.awaitRequests(1);
      expect((await ada.del(path(agent, conversation))).status).toBe(204);
      waiting[0]?.resolve();
      await quiet(server);
      await server.clock.leap(3_600_000);
      await quiet(server);
      expect(hook.requests).toHaveLength(1);
    }
  });
});

describe('the window of a relay stream', () => {
  it('lets 32 through, gives one more for each acknowledgement, and never one twice', { timeout: 60_000 }, async () => {
    const agent = await registerAgent(server, ada);
    const conversations = await Promise.all([1, 2, 3].map(() => openConversation(ada, agent)));
    const stream = await agent.stream();
    await stream.awaitEvent('ready');
    await Promise.all(numbered(90).map((text, place) => say(ada, conversations[place % 3] as string, text)));
    await stream.awaitDeliveries(32);
    await quiet(server);
    expect(stream.deliveries()).toHaveLength(32);
    for (let acknowledged = 0; acknowledged < 90; acknowledged++) {
      const { id } = (await stream.awaitDeliveries(acknowledged + 1))[acknowledged] as { id: string };
      expect((await agent.ack(id)).body).toEqual({ matched: true });
    }
    await server.clock.advance(31_000);
    await quiet(server);
    const ids = stream.deliveries().map(({ id }) => id);
    expect(new Set(ids).size).toBe(90);
    expect(ids).toHaveLength(90);
    stream.close();
  });

  it('hands what a lost stream had not acknowledged to another that is open, at once', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const one = await agent.stream();
    await one.awaitEvent('ready');
    const deliveryId = await deliver(ada, conversation, 'hello');
    await one.awaitDeliveries(1);
    const other = await agent.stream();
    await other.awaitEvent('ready');
    one.close();
    expect((await other.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
    await agent.ack(deliveryId);
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 2 });
    other.close();
  });

  it('is sent what failed for want of a stream, also where the stream opens while the failure is being recorded', async () => {
    for (let round = 0; round < 5; round++) {
      const agent = await registerAgent(server, ada);
      const conversation = await openConversation(ada, agent);
      const [deliveryId, stream] = await Promise.all([deliver(ada, conversation, 'hello'), agent.stream()]);
      expect((await stream.awaitDeliveries(1))[0]?.id).toBe(deliveryId);
      await agent.ack(deliveryId);
      stream.close();
    }
  });
});
