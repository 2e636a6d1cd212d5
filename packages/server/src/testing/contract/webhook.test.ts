import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAgent } from './agent.ts';
import { quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';
import { verifies } from './signature.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const hooked = async (query = '') => {
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: `${hook.url}${query}` });
  return { hook, agent, conversation: await openConversation(ada, agent) };
};

describe('§6 Webhook deliveries: a webhook request', () => {
  it('is a POST of the envelope with its four headers', async () => {
    const { hook, agent, conversation } = await hooked('?tenant=7');
    const sent = await say(ada, conversation, 'hello, agent');
    const deliveryId = sent.deliveries[0].deliveryId;
    const [request] = await hook.awaitRequests(1);
    expect(request).toMatchObject({ method: 'POST', url: '/hook?tenant=7' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-delivery-id': deliveryId,
      authorization: agent.authorization,
    });
    expect(verifies(agent.secret, String(request?.headers['x-platform-signature']), request!.body)).toBe(true);
    expect(request?.envelope).toEqual({
      version: '1',
      delivery_id: deliveryId,
      event: 'message.created',
      agent_id: agent.agentId,
      conversation_id: conversation,
      created_at: expect.stringMatching(time),
      user: { id: ada.userId, locale: 'en', timezone: 'UTC' },
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
  });

  it('§27 carries the headers of Standard Webhooks, which the library of that name believes', async () => {
    const { hook, agent, conversation } = await hooked();
    const { body } = await ada.post(`/v1/agents/${agent.agentId}/credentials`);
    const deliveryId = await deliver(ada, conversation, 'hëllo');
    const [request] = await hook.awaitRequests(1);
    const headers = request!.headers as Record<string, string>;
    expect(headers['webhook-id']).toBe(deliveryId);
    expect(headers['x-platform-signature']).toMatch(new RegExp(`^t=${headers['webhook-timestamp']},v1=`));
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    const seconds = Math.floor(Date.now() / 1000) - Number(headers['webhook-timestamp']);
    const fresh = new Webhook(body.credential.webhookSecret);
    vi.useFakeTimers({ now: Date.now() - seconds * 1000, toFake: ['Date'] });
    try {
      expect(fresh.verify(request!.body.toString(), headers)).toEqual(request!.envelope);
      expect(() => fresh.verify(`${request!.body.toString()} `, headers)).toThrow();
      const other = { ...headers, 'webhook-id': 'dlv_other' };
      expect(() => fresh.verify(request!.body.toString(), other)).toThrow();
    } finally {
      vi.useRealTimers();
    }
  });

  it('carries neither a cookie nor an Idempotency-Key', async () => {
    const { hook, conversation } = await hooked();
    await say(ada, conversation, 'hello');
    const [request] = await hook.awaitRequests(1);
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('idempotency-key');
  });

  it.each([200, 201, 202, 204])('is delivered where the agent answers %i', async (status) => {
    const { hook, agent, conversation } = await hooked();
    hook.answer(status);
    const deliveryId = await deliver(ada, conversation, 'hello');
    const found = await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    expect(found).toMatchObject({ attemptCount: 1, nextAttemptAt: null, dispatchedAt: expect.stringMatching(time) });
    expect(found.attempts).toMatchObject([{ attempt: 1, statusCode: status, error: null }]);
  });

  it('is dispatched, though not yet delivered, while the agent thinks', async () => {
    const { hook, agent, conversation } = await hooked();
    hook.answer(() => 'hang');
    const deliveryId = await deliver(ada, conversation, 'hello');
    await hook.awaitRequests(1);
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}`)).body;
    expect(item.status).toBe('pending');
  });

  it('is answered by a reply, which the acknowledgement is not', async () => {
    const { hook, agent, conversation } = await hooked();
    await say(ada, conversation, 'hello');
    const [request] = await hook.awaitRequests(1);
    const answer = await agent.reply(request?.envelope.delivery_id, 'hello yourself');
    expect(answer.status).toBe(202);
    expect((await ada.get(`/v1/conversations/${conversation}/messages`)).body.items).toHaveLength(2);
  });

  it('keeps every character of the text', async () => {
    const { hook, conversation } = await hooked();
    const text = 'ünïcödé 🦜 "quotes" </script> \u2028 end';
    await say(ada, conversation, text);
    const [request] = await hook.awaitRequests(1);
    expect(request?.envelope.messages[0].text).toBe(text);
  });
});

describe('§6 order in one conversation', () => {
  it('starts a first attempt only when the one before it was answered', async () => {
    const { hook, conversation } = await hooked();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    hook.answer(async (_request, count) => {
      if (count === 1) await held;
      return { status: 200 };
    });
    await say(ada, conversation, 'first');
    await hook.awaitRequests(1);
    await say(ada, conversation, 'second');
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    release();
    const all = await hook.awaitRequests(2);
    expect(all.map(({ envelope }) => envelope.messages[0].text)).toEqual(['first', 'second']);
  });

  it('keeps the order of many', async () => {
    const { hook, conversation } = await hooked();
    const sent = await Promise.all(Array.from({ length: 20 }, (_, index) => say(ada, conversation, `${index}`)));
    const inOrder = [...sent].sort((a, b) => a.seq - b.seq).map((message) => message.messageId);
    const all = await hook.awaitRequests(20);
    expect(all.map(({ envelope }) => envelope.messages[0].id)).toEqual(inOrder);
  });

  it('does not hold up the rest where one has failed', async () => {
    const { hook, agent, conversation } = await hooked();
    hook.answer((request) => ({ status: request.envelope.messages[0].text === 'bad' ? 500 : 200 }));
    const bad = await deliver(ada, conversation, 'bad');
    const good = await deliver(ada, conversation, 'good');
    await awaitDelivery(server, agent, good, { status: 'delivered' });
    await awaitDelivery(server, agent, bad, { status: 'failed', attempts: 1 });
    expect(hook.requests.map(({ envelope }) => envelope.messages[0].text)).toEqual(['bad', 'good']);
  });

  it('does not bind one conversation to another', async () => {
    const { hook, agent, conversation } = await hooked();
    const second = await openConversation(ada, agent);
    hook.answer((request) => (request.envelope.conversation_id === conversation ? 'hang' : { status: 200 }));
    await deliver(ada, conversation, 'hangs');
    await hook.awaitRequests(1);
    const quick = await deliver(ada, second, 'quick');
    await awaitDelivery(server, agent, quick, { status: 'delivered' });
  });
});
