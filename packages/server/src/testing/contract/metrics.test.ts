import { describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { openSignals } from './browser.ts';
import { eventually } from './eventually.ts';
import { call } from './http.ts';
import { readMetrics } from './metrics.ts';
import { signUp } from './person.ts';
import { awaitDelivery, deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { startWebhook } from './webhook.ts';

describe('§9 what a server measures of itself', () => {
  const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_MAX_ATTEMPTS: '1' });

  it('counts a message from its batch to the end of its delivery, and the reply to it', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const relay = await agent.stream();
    const conversation = await openConversation(ada, agent);
    const before = await readMetrics(server);
    const deliveryId = await deliver(ada, conversation, 'hello');
    await relay.awaitDeliveries(1);
    expect((await readMetrics(server)).of('parley_attempts_under_way')).toBe(1);
    await agent.ack(deliveryId);
    expect((await agent.reply(deliveryId, 'hello yourself')).status).toBe(202);
    const { since } = await readMetrics(server);
    for (const batcher of ['session', 'send', 'settle', 'signature', 'reply', 'target'])
      expect(since(before, `parley_batch_size_count{batcher="${batcher}"}`), batcher).toBeGreaterThanOrEqual(1);
    expect(since(before, 'parley_batch_size_sum{batcher="send"}')).toBe(1);
    expect(since(before, 'parley_batch_size_sum{batcher="reply"}')).toBe(1);
    expect(since(before, 'parley_delivery_attempts_total{outcome="delivered",transport="relay"}')).toBe(1);
    expect(since(before, 'parley_delivery_attempt_duration_seconds_count{transport="relay"}')).toBe(1);
    expect(since(before, 'parley_deliveries_ended_total{end="delivered"}')).toBe(1);
    expect(since(before, 'parley_signals_sent_total')).toBeGreaterThanOrEqual(2);
    expect(since(before, 'parley_database_connection_wait_seconds_count')).toBeGreaterThanOrEqual(3);
  });

  it('shows the streams that are open, by kind', async () => {
    const agent = await registerAgent(server, await signUp(server));
    const open = async () => (await readMetrics(server)).of('parley_open_streams{kind="relay"}');
    const before = await open();
    const relay = await agent.stream();
    expect(await open()).toBe(before + 1);
    relay.close();
    await eventually(server, 'the stream to be gone', async () => (await open()) === before);
  });

  it('counts deliveries that failed for good', async () => {
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    hook.answer(500);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const before = await readMetrics(server);
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'anyone?');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    const { since } = await readMetrics(server);
    expect(since(before, 'parley_deliveries_ended_total{end="failed"}')).toBe(1);
    expect(since(before, 'parley_deliveries_failed_total{reason="http_error"}')).toBe(1);
    expect(since(before, 'parley_delivery_attempts_total{outcome="http_error",transport="webhook"}')).toBe(1);
  });

  it('counts deliveries that were taken back, and those that ended with their room', async () => {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const hook = await startWebhook(server);
    hook.answer(() => 'hang');
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url, access: 'public' });
    const [conversation, other] = [await openConversation(ada, agent), await openConversation(bob, agent)];
    await say(ada, conversation, 'one');
    for (const text of ['two', 'three']) await say(bob, other, text);
    await hook.awaitRequests(2);
    const before = await readMetrics(server);
    expect((await bob.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true })).status).toBe(200);
    expect((await ada.del(`/v1/conversations/${conversation}`)).status).toBe(204);
    const { since } = await readMetrics(server);
    expect(since(before, 'parley_deliveries_failed_total{reason="withdrawn"}')).toBe(2);
    expect(since(before, 'parley_deliveries_failed_total{reason="room_ended"}')).toBe(1);
    expect(since(before, 'parley_deliveries_ended_total{end="failed"}')).toBe(3);
  });

  it('counts streams that it ends because their readers may not read on', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const [relay, browser] = [await agent.stream(), await openSignals(server, ada)];
    const before = await readMetrics(server);
    await ada.del(`/v1/agents/${agent.agentId}/credentials/${agent.credentialId}`);
    await relay.awaitEnd();
    await ada.del('/v1/session');
    await server.clock.advance(15_000);
    await eventually(server, 'the browser’s stream to be closed', () => browser.ended);
    const { since } = await readMetrics(server);
    for (const kind of ['relay', 'browser'])
      expect(since(before, `parley_streams_cut_total{kind="${kind}",reason="access_ended"}`), kind).toBe(1);
  });

  it('counts no stream as cut off that its reader left', async () => {
    const agent = await registerAgent(server, await signUp(server));
    const relay = await agent.stream();
    const before = await readMetrics(server);
    relay.close();
    const open = 'parley_open_streams{kind="relay"}';
    await eventually(server, 'the stream to be gone', async () => (await readMetrics(server)).since(before, open) < 0);
    const { since } = await readMetrics(server);
    for (const reason of ['slow_reader', 'access_ended', 'lease_lost'])
      expect(since(before, `parley_streams_cut_total{kind="relay",reason="${reason}"}`), reason).toBe(0);
  });

  it('shows an endpoint to which nothing is sent after it kept failing', async () => {
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    hook.answer(500);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversation = await openConversation(ada, agent);
    const before = await readMetrics(server);
    for (let sent = 0; sent < 20; sent++) {
      const deliveryId = await deliver(ada, conversation, 'again');
      await awaitDelivery(server, agent, deliveryId, { status: 'failed' });
    }
    expect((await readMetrics(server)).since(before, 'parley_open_breakers')).toBe(1);
  });

  it('shows an agent that is behind, and for how long', async () => {
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    hook.answer(() => 'hang');
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const conversation = await openConversation(ada, agent);
    const before = await readMetrics(server);
    for (let sent = 0; sent < 3; sent++) await say(ada, conversation, 'wait');
    await hook.awaitRequests(1);
    const now = await readMetrics(server);
    expect(now.since(before, 'parley_agents_behind')).toBe(1);
    expect(now.since(before, 'parley_deliveries_in_hand')).toBe(3);
    expect(now.of('parley_database_up')).toBe(1);
    expect(now.of('parley_oldest_due_delivery_age_seconds')).toBe(0);
    // The delivery does not wait in the database: this server has it, but has not sent it yet.
    await server.clock.advance(7_000);
    expect((await readMetrics(server)).of('parley_oldest_waiting_delivery_age_seconds')).toBeCloseTo(7, 1);
  });
});

describe('§9 what a server with rate limits measures of itself', () => {
  const server = useServer({ PARLEY_RATE_LIMIT: 'on' });

  it('counts who asks too often', async () => {
    const before = await readMetrics(server);
    const signIn = () =>
      call(`${server.baseUrl}/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ handle: 'nobody', password: 'not the password' }),
      });
    for (let tries = 0; tries < 11; tries++) await signIn();
    const { since } = await readMetrics(server);
    expect(since(before, 'parley_refusals_total{door="human",code="sign_in_failed"}')).toBe(10);
    expect(since(before, 'parley_refusals_total{door="human",code="rate_limited"}')).toBe(1);
  });
});
