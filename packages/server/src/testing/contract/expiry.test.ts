import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually, quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, deliveryOf, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('§1–§6 Limits: what time takes away', () => {
  const server = useServer();
  let ada: Person;
  let agent: Agent;
  let conversation: string;
  let start: number;
  let deliveryId: string;
  let sent: Awaited<ReturnType<typeof send>>;

  /** Moves the clock to a time after `start`. The tests below share one month. */
  const until = (ms: number) => server.clock.leap(start + ms - server.clock.now());
  const send = () =>
    ada.post(`/v1/conversations/${conversation}/messages`, { text: 'keyed' }, { 'idempotency-key': 'for a day' });

  beforeAll(async () => {
    ada = await signUp(server);
    agent = await registerAgent(server, ada);
    conversation = await openConversation(ada, agent);
    start = server.clock.now();
    sent = await send();
    deliveryId = await deliver(ada, conversation, 'answer me within a week');
  });

  it('ends the attempts for a relay agent that never comes', async () => {
    for (const [index, hours] of [0, 0.1, 0.5, 1.5, 4].entries()) {
      await until(hours * hourMs);
      await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: index + 1 });
    }
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ nextAttemptAt: null, dispatchedAt: null });
  });

  it('keeps an Idempotency-Key for almost 24 hours', async () => {
    await until(23.9 * hourMs);
    const again = await send();
    expect(again.text).toBe(sent.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('has forgotten it after 24 hours', async () => {
    await until(24.1 * hourMs);
    const again = await send();
    expect(again.status).toBe(201);
    expect(again.headers.has('idempotency-replayed')).toBe(false);
    expect(again.body.messageId).not.toBe(sent.body.messageId);
  });

  it('lets a delivery be replied to for almost seven days', async () => {
    await until(6.9 * dayMs);
    expect((await agent.reply(deliveryId, 'just in time')).status).toBe(202);
  });

  it('lets a delivery be replayed for almost seven days', async () => {
    const relay = await agent.stream();
    const answer = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expect(answer.status).toBe(202);
    const found = await eventually(server, 'the replayed delivery', () =>
      relay.deliveries().find(({ data }) => data.delivery_id === deliveryId),
    );
    expect(found.envelope.messages[0].text).toBe('answer me within a week');
    await agent.ack(deliveryId);
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 6 });
    relay.close();
  });

  it('refuses a reply after seven days', async () => {
    await until(7.1 * dayMs);
    const before = await messagesOf(ada, conversation);
    const answer = await agent.reply(deliveryId, 'too late');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
    expect(await messagesOf(ada, conversation)).toHaveLength(before.length);
  });

  it('has erased the body seven days after the end, and keeps the rest', async () => {
    await until(14.5 * dayMs);
    // The janitor's progress is not visible from outside, it is slow on a busy machine, and a run may have begun before
    // the leap.
    for (let round = 0; round < 4; round += 1) {
      await server.clock.advance(61_000);
      await quiet(server);
    }
    // Requested only once: a successful replay would keep the body for seven more days.
    const answer = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('delivery_body_erased');
    expect((await deliveryOf(agent, deliveryId)).attempts.length).toBeGreaterThanOrEqual(6);
  });

  it('keeps a session for almost 30 days', async () => {
    await until(29.9 * dayMs);
    expect((await ada.get('/v1/session')).status).toBe(200);
  });

  it('ends a session after 30 days, however much it was used', async () => {
    await until(30.1 * dayMs);
    const answer = await ada.get('/v1/session');
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('unauthenticated');
  });
});

describe('§6 a cap of six attempts', () => {
  const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_MAX_ATTEMPTS: '6' });

  it('brings in the fifth delay of twelve hours', async () => {
    const { clock } = server;
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    hook.answer(500);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'long');
    for (const [index, seconds] of [66, 330, 1980, 7920].entries()) {
      await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: index + 1 });
      await clock.leap(seconds * 1000 + 2_000);
    }
    const fifth = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 5 });
    const delay = Date.parse(fifth.nextAttemptAt) - Date.parse(fifth.attempts[4].startedAt);
    expect(delay).toBeGreaterThanOrEqual(12 * hourMs);
    expect(delay).toBeLessThanOrEqual(12 * hourMs * 1.1 + 10_000);
    await clock.leap(12 * hourMs * 1.1 + 2_000);
    const sixth = await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 6 });
    expect(sixth.nextAttemptAt).toBeNull();
  });
});
