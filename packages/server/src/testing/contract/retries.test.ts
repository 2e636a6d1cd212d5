import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, deliveryOf, openConversation } from './conversation.ts';
import { useServer, type Server } from './server.ts';
import { verifies } from './signature.ts';
import { startWebhook } from './webhook.ts';

const allow = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };

async function hookedAgent(server: Server, owner: Person) {
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, owner, { transport: 'webhook', webhook_url: hook.url });
  return { hook, agent, conversation: await openConversation(owner, agent) };
}

/** Waits until this attempt has failed. Returns the seconds until the next one, or null if there will be no more. */
async function delayAfter(server: Server, agent: Agent, deliveryId: string, attempts: number): Promise<number | null> {
  const found: Json = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts });
  const last = found.attempts.at(-1);
  return found.nextAttemptAt === null ? null : (Date.parse(found.nextAttemptAt) - Date.parse(last.startedAt)) / 1000;
}

describe('§6 the retry schedule', () => {
  const server = useServer(allow);
  let ada: Person;

  beforeAll(async () => {
    ada = await signUp(server);
  });

  it('makes five attempts after 1, 5, 30 and 120 minutes, at most a tenth later, of the same bytes, signed anew', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(500);
    const deliveryId = await deliver(ada, conversation, 'hopeless');
    for (const [index, seconds] of [60, 300, 1800, 7200].entries()) {
      const delay = (await delayAfter(server, agent, deliveryId, index + 1))!;
      expect(delay).toBeGreaterThanOrEqual(seconds - 1);
      expect(delay).toBeLessThanOrEqual(seconds * 1.1 + 10);
      const { nextAttemptAt } = await deliveryOf(agent, deliveryId);
      await server.clock.leap(Date.parse(nextAttemptAt) - server.clock.now() - 5_000);
      expect(hook.requests).toHaveLength(index + 1);
      await server.clock.advance(6_000);
      await hook.awaitRequests(index + 2);
    }
    expect(await delayAfter(server, agent, deliveryId, 5)).toBeNull();
    const [first] = hook.requests;
    for (const request of hook.requests) {
      expect(request.headers['x-delivery-id']).toBe(deliveryId);
      expect(request.body.equals(first!.body)).toBe(true);
      expect(verifies(agent.secret, String(request.headers['x-platform-signature']), request.body)).toBe(true);
    }
    expect(new Set(hook.requests.map((request) => request.headers['x-platform-signature'])).size).toBe(5);
  });

  it('ends with the first success', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer((_request, count) => ({ status: count === 1 ? 503 : 200 }));
    const deliveryId = await deliver(ada, conversation, 'at second try');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await server.clock.advance(67_000);
    expect(await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 2 })).toMatchObject({
      nextAttemptAt: null,
    });
    await server.clock.leap(3_600_000);
    expect(hook.requests).toHaveLength(2);
  });

  it.each([500, 502, 503, 599, 408, 429])('tries again after %i', async (status) => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(status);
    const deliveryId = await deliver(ada, conversation, 'try again');
    expect(await delayAfter(server, agent, deliveryId, 1)).toBeGreaterThanOrEqual(59);
  });

  it.each([301, 302, 307, 308, 400, 401, 403, 404, 409, 422])('takes %i for final', async (status) => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(() => ({ status, headers: { location: `${hook.url}/elsewhere` } }));
    const deliveryId = await deliver(ada, conversation, 'no');
    expect(await delayAfter(server, agent, deliveryId, 1)).toBeNull();
    expect(hook.requests.map((request) => request.url)).toEqual(['/hook']);
    const { item } = (await ada.get(`/v1/agents/${agent.agentId}`)).body;
    expect(item.status).toBe('live');
  });

  it('takes 410 for final and pauses the agent', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(410);
    const deliveryId = await deliver(ada, conversation, 'gone');
    expect(await delayAfter(server, agent, deliveryId, 1)).toBeNull();
    const item = await eventually(server, 'the agent to be paused', async () => {
      const { body } = await ada.get(`/v1/agents/${agent.agentId}`);
      return body.item.status === 'paused' && body.item;
    });
    expect(item).toMatchObject({ pausedReason: 'webhook_gone', suspendedReason: null });
    for (const act of ['resume', 'pause'])
      expect((await ada.post(`/v1/agents/${agent.agentId}/${act}`)).body.item).not.toHaveProperty('pausedReason');
  });

  it('tries again after a connection that was cut', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(() => 'reset');
    const deliveryId = await deliver(ada, conversation, 'cut');
    const found = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(found.attempts[0]).toMatchObject({ statusCode: null, error: expect.stringMatching(/\S/) });
    expect(found.nextAttemptAt).not.toBeNull();
  });

  it('tries again where nothing listens, and nothing was dispatched', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    await hook.close();
    const deliveryId = await deliver(ada, conversation, 'closed');
    const found = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    expect(found.dispatchedAt).toBeNull();
    expect(found.nextAttemptAt).not.toBeNull();
  });

  it('gives an agent ten seconds to answer', { timeout: 40_000 }, async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(() => 'hang');
    const deliveryId = await deliver(ada, conversation, 'slow');
    await hook.awaitRequests(1);
    // Socket timeouts use real time, not the server's clock.
    const failed = async () => expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'failed' });
    await vi.waitFor(failed, { timeout: 18_000, interval: 200 });
    const found = await deliveryOf(agent, deliveryId);
    expect(found.attempts[0].statusCode).toBeNull();
    expect(found.dispatchedAt).not.toBeNull();
    expect(found.nextAttemptAt).not.toBeNull();
  });

  it('waits for an agent that was paused meanwhile, until it is resumed', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(500);
    const deliveryId = await deliver(ada, conversation, 'wait');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    await server.clock.leap(600_000);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    hook.answer(200);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    await server.clock.leap(600_000);
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
  });
});

describe('§6 Retry-After', () => {
  const server = useServer(allow);
  let ada: Person;

  beforeAll(async () => {
    ada = await signUp(server);
  });

  it.each([
    ['lengthens the delay', 503, '90', 89, 100],
    ['lengthens it after 429 too', 429, '90', 89, 100],
    ['lengthens it to twice at most', 503, '3600', 119, 142],
    ['does not shorten it', 503, '5', 59, 76],
    ['is ignored where it makes no sense', 503, 'soon', 59, 76],
    ['is ignored where it is negative', 503, '-90', 59, 76],
  ])('%s (%i, %s)', async (_what, status, value, least, most) => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(() => ({ status, headers: { 'retry-after': value } }));
    const delay = (await delayAfter(server, agent, await deliver(ada, conversation, 'later'), 1))!;
    expect(delay).toBeGreaterThanOrEqual(least);
    expect(delay).toBeLessThanOrEqual(most);
  });

  it('may be a date', async () => {
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    const at = new Date(server.clock.now() + 100_000).toUTCString();
    hook.answer(() => ({ status: 503, headers: { 'retry-after': at } }));
    const delay = (await delayAfter(server, agent, await deliver(ada, conversation, 'later'), 1))!;
    expect(delay).toBeGreaterThanOrEqual(88);
    expect(delay).toBeLessThanOrEqual(115);
  });
});

describe('§9 a schedule of the operator’s own', () => {
  const server = useServer({ ...allow, PARLEY_RETRY_SCHEDULE: '10s,20s', PARLEY_MAX_ATTEMPTS: '3' });

  it('replaces delays and number of attempts', async () => {
    const ada = await signUp(server);
    const { hook, agent, conversation } = await hookedAgent(server, ada);
    hook.answer(500);
    const deliveryId = await deliver(ada, conversation, 'quick');
    expect(await delayAfter(server, agent, deliveryId, 1)).toBeLessThanOrEqual(14);
    await server.clock.advance(12_000);
    const second = await delayAfter(server, agent, deliveryId, 2);
    expect(second).toBeGreaterThanOrEqual(19);
    expect(second).toBeLessThanOrEqual(25);
    await server.clock.advance(25_000);
    expect(await delayAfter(server, agent, deliveryId, 3)).toBeNull();
  });
});
