import type { ConversationId } from '@parley/protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../app.ts';
import { registerAgent, type Agent } from '../contract/agent.ts';
import type { Json } from '../contract/http.ts';
import { signUp, type Person } from '../contract/person.ts';
import { deliveryOf, openConversation } from '../contract/conversation.ts';
import { startWebhook } from '../contract/webhook.ts';
import { failingCalls } from '../failing-calls.ts';
import { lostAnswers } from './lost-answers.ts';

const realNow = performance.now.bind(performance);
let aheadMs = 0;

/** Lets a sweep run, with time for deliveries that are on their way into memory. */
async function sweep(server: TestServer): Promise<void> {
  aheadMs += 6_000;
  await server.clock.advance(15_500);
  await new Promise((resolve) => setTimeout(resolve, 30));
}

// At least: each statement of a send fails once, and the answers of the send and of its settlement are lost once.
const faults = [
  { name: 'fails', calls: failingCalls(), atLeast: { cached: 2, lookedUp: 9 } },
  { name: 'takes effect and its answer is lost', calls: lostAnswers(), atLeast: { cached: 2, lookedUp: 3 } },
];
/** Whether the conversation is cached, so that the send takes one round trip, or must be looked up. */
const roads = ['cached', 'lookedUp'] as const;

describe.each(faults)('a database of which one call $name', ({ calls, atLeast }) => {
  let server: TestServer;
  let ada: Person;
  let agent: Agent;
  beforeAll(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
    server = await startTestServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' }, calls.wrap);
    ada = await signUp(server);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });

  const send = async (conversation: string, text: string): Promise<Json> => {
    for (let turn = 0; turn < 5; turn++) {
      const answer = await ada.post(
        `/v1/conversations/${conversation}/messages`,
        { text },
        { 'idempotency-key': `${conversation} ${text}` },
      );
      if (answer.status === 201) return answer.body;
      expect(answer.status).toBe(500);
    }
    throw new Error('The message was never accepted.');
  };
  const stuck = async () => {
    const { rows } = await sql<{ delivery_id: string }>`
      select delivery_id from delivery_queue where lease_owner is not null or held is not null`.execute(
      server.app.storage.db,
    );
    return rows;
  };
  const awaitDelivered = async (deliveryId: string) => {
    for (let turn = 0; turn < 12; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const { status } = await deliveryOf(agent, deliveryId);
      if (status === 'delivered') return;
      await sweep(server);
    }
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'delivered' });
  };

  it.each(roads)(
    'leaves no delivery to a webhook stuck, whichever call it is, of a room that is %s',
    { timeout: 120_000 },
    async (road) => {
      const hook = await startWebhook(server);
      agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
      const conversation = await openConversation(ada, agent);
      const accepted: string[] = [];
      for (let k = 0; ; k++) {
        if (road === 'lookedUp') server.app.conversationCache.forget(conversation as ConversationId);
        calls.arm(k);
        const sent = await send(conversation, `message ${k}`);
        accepted.push(sent.deliveries[0].deliveryId);
        await new Promise((resolve) => setTimeout(resolve, 80));
        const failed = calls.disarm();
        await awaitDelivered(sent.deliveries[0].deliveryId);
        expect(await stuck()).toEqual([]);
        if (!failed) break;
        expect(k).toBeLessThan(60);
      }
      const arrived = hook.requests.map((request) => request.envelope.delivery_id);
      expect(new Set(arrived)).toEqual(new Set(accepted));
      expect(accepted.length).toBeGreaterThan(atLeast[road]);
    },
  );

  it(
    'leaves no delivery over the relay stuck, and no stream counted that is closed',
    { timeout: 120_000 },
    async () => {
      agent = await registerAgent(server, ada);
      const conversation = await openConversation(ada, agent);
      for (let k = 0; ; k++) {
        calls.arm(k);
        const stream = await agent.stream();
        const sent = await send(conversation, `message ${k}`);
        const { deliveryId } = sent.deliveries[0];
        for (let turn = 0; turn < 10 && stream.deliveries().every(({ id }) => id !== deliveryId); turn++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await agent.ack(deliveryId);
        stream.close();
        await new Promise((resolve) => setTimeout(resolve, 50));
        const failed = calls.disarm();
        await sweep(server);
        await sweep(server);
        const again = await agent.stream();
        expect(again.status).toBe(200);
        for (let turn = 0; turn < 50 && (await deliveryOf(agent, deliveryId)).status !== 'delivered'; turn++) {
          for (const { id } of again.deliveries()) await agent.ack(String(id));
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (turn % 10 === 9) await sweep(server);
        }
        expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'delivered' });
        again.close();
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(await stuck()).toEqual([]);
        if (!failed) break;
        expect(k).toBeLessThan(60);
      }
      await sweep(server);
      await sweep(server);
      const { rows } = await sql`select from relay_streams`.execute(server.app.storage.db);
      expect(rows).toHaveLength(0);
    },
  );
});
