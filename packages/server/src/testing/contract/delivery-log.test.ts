import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const hooked = async (): Promise<{
  agent: Agent;
  conversation: string;
  hook: Awaited<ReturnType<typeof startWebhook>>;
}> => {
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  return { agent, conversation: await openConversation(ada, agent), hook };
};
const log = async (agent: Agent, query = ''): Promise<Json> =>
  (await ada.get(`/v1/agents/${agent.agentId}/deliveries${query}`)).body;
const replay = (agent: Agent, deliveryId: string) =>
  ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);

describe('§3 the delivery log', () => {
  it('lists a delivery with its nine fields', async () => {
    const { agent, conversation } = await hooked();
    const deliveryId = await deliver(ada, conversation, 'one');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    expect((await log(agent)).items).toEqual([
      {
        deliveryId,
        event: 'message.created',
        conversationId: conversation,
        status: 'delivered',
        attemptCount: 1,
        createdAt: expect.stringMatching(time),
        dispatchedAt: expect.stringMatching(time),
        nextAttemptAt: null,
        handlerError: null,
      },
    ]);
  });

  it('lists the newest first, in pages', async () => {
    const { agent, conversation } = await hooked();
    const ids: string[] = [];
    for (const text of ['1', '2', '3', '4', '5']) ids.push(await deliver(ada, conversation, text));
    const seen: string[] = [];
    let page = await log(agent, '?limit=2');
    for (;;) {
      seen.push(...page.items.map((item: Json) => item.deliveryId));
      if (page.nextCursor === null) break;
      page = await log(agent, `?limit=2&cursor=${encodeURIComponent(page.nextCursor)}`);
    }
    expect(seen).toEqual([...ids].reverse());
  });

  it('can be narrowed to a status', async () => {
    const { agent, conversation, hook } = await hooked();
    const good = await deliver(ada, conversation, 'good');
    await awaitDelivery(server, agent, good, { status: 'delivered' });
    hook.answer(400);
    const bad = await deliver(ada, conversation, 'bad');
    await awaitDelivery(server, agent, bad, { status: 'failed' });
    const ids = (page: Json) => page.items.map((item: Json) => item.deliveryId);
    expect(ids(await log(agent, '?status=delivered'))).toEqual([good]);
    expect(ids(await log(agent, '?status=failed'))).toEqual([bad]);
    expect(ids(await log(agent, '?status=pending'))).toEqual([]);
  });

  it('shows the attempts of one delivery', async () => {
    const { agent, conversation, hook } = await hooked();
    hook.answer(() => ({ status: 503, body: 'come back later' }));
    const deliveryId = await deliver(ada, conversation, 'attempted');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    const item = await deliveryOf(agent, deliveryId);
    expect(item.attempts).toHaveLength(1);
    expect(Object.keys(item.attempts[0]).sort()).toEqual(
      ['attempt', 'durationMs', 'error', 'outcome', 'responseSnippet', 'startedAt', 'statusCode', 'via'].sort(),
    );
    expect(item.attempts[0]).toMatchObject({ attempt: 1, statusCode: 503 });
    expect(item.attempts[0].startedAt).toMatch(time);
    expect(item.attempts[0].durationMs).toBeGreaterThanOrEqual(0);
    expect(item.attempts[0].responseSnippet).toContain('come back later');
  });

  it('names the messages that replied', async () => {
    const { agent, conversation } = await hooked();
    const deliveryId = await deliver(ada, conversation, 'answer twice');
    expect((await deliveryOf(agent, deliveryId)).replyMessageIds).toEqual([]);
    const ids = [
      (await agent.reply(deliveryId, 'one')).body.message_id,
      (await agent.reply(deliveryId, 'two')).body.message_id,
    ];
    expect((await deliveryOf(agent, deliveryId)).replyMessageIds).toEqual(ids);
  });

  it('holds no body and no secret', async () => {
    const { agent, conversation } = await hooked();
    const deliveryId = await deliver(ada, conversation, 'a most private sentence');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    for (const path of ['', `/${deliveryId}`]) {
      const { text } = await ada.get(`/v1/agents/${agent.agentId}/deliveries${path}`);
      expect(text).not.toContain('private sentence');
      expect(text).not.toContain(agent.secret);
      expect(text).not.toContain('v1=');
    }
  });

  it('knows no delivery of another agent', async () => {
    const [{ agent }, other] = [await hooked(), await hooked()];
    const foreign = await deliver(ada, other.conversation, 'not yours');
    for (const id of [foreign, nobody('dlv')]) {
      const answer = await ada.get(`/v1/agents/${agent.agentId}/deliveries/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('delivery_not_found');
      expect((await replay(agent, id)).status).toBe(404);
    }
  });
});

describe('§3 replaying a delivery', () => {
  it('sends a failed one again with the same id and the same bytes, numbers going on', async () => {
    const { agent, conversation, hook } = await hooked();
    hook.answer(400);
    const deliveryId = await deliver(ada, conversation, 'again please');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    hook.answer(200);
    const answer = await replay(agent, deliveryId);
    expect(answer.status).toBe(202);
    expect(answer.body.item.deliveryId).toBe(deliveryId);
    const item = await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 2 });
    expect(item.attempts.map((attempt: Json) => attempt.attempt)).toEqual([1, 2]);
    expect(hook.requests).toHaveLength(2);
    expect(hook.requests[1]?.headers['x-delivery-id']).toBe(deliveryId);
    expect(hook.requests[1]?.body.equals(hook.requests[0]!.body)).toBe(true);
  });

  it('sends also a delivered one again', async () => {
    const { agent, conversation, hook } = await hooked();
    const deliveryId = await deliver(ada, conversation, 'twice');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    expect((await replay(agent, deliveryId)).status).toBe(202);
    await hook.awaitRequests(2);
    expect(hook.requests.map((request) => request.envelope.delivery_id)).toEqual([deliveryId, deliveryId]);
  });

  it('gives a fresh set of attempts', async () => {
    const { agent, conversation, hook } = await hooked();
    hook.answer(400);
    const deliveryId = await deliver(ada, conversation, 'stubborn');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    hook.answer(500);
    await replay(agent, deliveryId);
    const item = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 2 });
    expect(Date.parse(item.nextAttemptAt)).toBeGreaterThanOrEqual(Date.parse(item.attempts[1].startedAt) + 60_000);
  });

  it('is over with the room, of which only the metadata is kept, and with the agent’s seat in it', async () => {
    const ends = [
      (conversation: string) => ada.del(`/v1/conversations/${conversation}`),
      (conversation: string, agent: Agent) => ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`),
    ];
    for (const end of ends) {
      const { agent, conversation, hook } = await hooked();
      const deliveryId = await deliver(ada, conversation, 'between us');
      await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
      expect((await end(conversation, agent)).status).toBeLessThan(300);
      const answer = await replay(agent, deliveryId);
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'delivery_body_erased']);
      expect((await log(agent)).items.at(-1)).toMatchObject({ deliveryId, status: 'delivered' });
      expect(hook.requests).toHaveLength(1);
    }
  });

  it('is the owner’s alone', async () => {
    const { agent, conversation } = await hooked();
    const deliveryId = await deliver(ada, conversation, 'mine');
    const bob = await signUp(server);
    const answer = await bob.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expect(answer.status).toBe(404);
  });
});
