import { describe, expect, it } from 'vitest';
import { registerAgent, replyTo } from './agent.ts';
import { eventually } from './eventually.ts';
import { call } from './http.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, openConversation, say } from './conversation.ts';
import { useServer, type Server } from './server.ts';
import { parentOf, useTracer } from './traces.ts';
import { startWebhook } from './webhook.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;
const sendRoute = 'POST /v1/conversations/:conversationId/messages';
const allow = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };

async function hookedConversation(server: Server) {
  const ada = await signUp(server);
  const hook = await startWebhook(server);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  return { ada, hook, agent, conversation: await openConversation(ada, agent) };
}

async function sayWithin(person: Person, conversation: string, headers: Record<string, string>): Promise<string> {
  const answer = await person.post(`/v1/conversations/${conversation}/messages`, { text: 'hello' }, headers);
  expect(answer.status).toBe(201);
  return answer.body.deliveries[0]?.deliveryId;
}

describe('a trace, where the operator registered a tracer', () => {
  const server = useServer(allow);
  const traces = useTracer(server);

  it('leads from the request of a message over its delivery to the agent’s reply', async () => {
    const { ada, hook, agent, conversation } = await hookedConversation(server);
    const deliveryId = await sayWithin(ada, conversation, { traceparent, tracestate: 'vendor=1' });
    const [hooked] = await hook.awaitRequests(1);
    expect(hooked?.headers['tracestate']).toBe('vendor=1');
    const sent = String(hooked?.headers['traceparent']);
    const reply = await agent.reply(deliveryId, 'hi', {}, { headers: { traceparent: sent } });
    expect(reply.status).toBe(202);

    const request = await traces.find(sendRoute, traceId);
    expect(request.parentSpanContext).toMatchObject({ traceId, spanId });
    expect(request.attributes).toMatchObject({ 'http.route': sendRoute.slice(5), 'http.response.status_code': 201 });
    const accepted = await traces.find('accept message', traceId);
    expect(accepted.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
    const attempt = await traces.find('attempt delivery', traceId);
    expect(attempt.parentSpanContext?.spanId).toBe(accepted.spanContext().spanId);
    expect(attempt.attributes).toMatchObject({
      'parley.delivery_id': deliveryId,
      'parley.transport': 'webhook',
      'parley.attempt': 1,
      'parley.outcome': 'delivered',
      'http.response.status_code': 200,
    });
    expect(parentOf(sent)).toEqual({ traceId, spanId: attempt.spanContext().spanId });
    const answer = await traces.find('POST /hooks/v1/reply', traceId);
    expect(answer.parentSpanContext?.spanId).toBe(attempt.spanContext().spanId);
    const replied = await traces.find('accept reply', traceId);
    expect(replied.parentSpanContext?.spanId).toBe(answer.spanContext().spanId);
    expect(replied.links).toEqual([]);
  });

  it('begins with the request that brings none', async () => {
    const { ada, hook, conversation } = await hookedConversation(server);
    await sayWithin(ada, conversation, {});
    const [hooked] = await hook.awaitRequests(1);
    const request = await traces.find(sendRoute, parentOf(hooked?.headers['traceparent']).traceId);
    expect(request.parentSpanContext).toBeUndefined();
  });

  it('holds each attempt with how it ended, however much later it is made', async () => {
    const { ada, hook, conversation } = await hookedConversation(server);
    hook.answer((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    await sayWithin(ada, conversation, {});
    const [first] = await hook.awaitRequests(1);
    const { traceId: own } = parentOf(first?.headers['traceparent']);
    const failed = await traces.find('attempt delivery', own);
    await server.clock.leap(90_000);
    await hook.awaitRequests(2);
    const second = await traces.find('attempt delivery', own, (span) => span.attributes['parley.attempt'] === 2);
    expect(failed.attributes['parley.outcome']).toBe('http_error');
    expect(failed.status.code).toBe(2);
    expect(second.status.code).toBe(0);
    expect(second.parentSpanContext?.spanId).toBe(failed.parentSpanContext?.spanId);
  });

  it('takes in the reply of a relay agent, whose frames have no room for a trace', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const relay = await agent.stream();
    const deliveryId = await sayWithin(ada, await openConversation(ada, agent), {});
    const [relayed] = await relay.awaitDeliveries(1);
    expect(Object.keys(relayed?.data).toSorted()).toEqual(['authorization', 'body_base64', 'delivery_id', 'signature']);
    await agent.ack(deliveryId);
    await agent.reply(deliveryId, 'hi');
    const attempt = await eventually(server, 'the attempt', () =>
      traces.named('attempt delivery').find((span) => span.attributes['parley.delivery_id'] === deliveryId),
    );
    const replied = await traces.find('accept reply', attempt.spanContext().traceId);
    expect(replied.parentSpanContext?.spanId).toBe(attempt.parentSpanContext?.spanId);
    const request = traces.named('POST /hooks/v1/reply').at(-1);
    expect(replied.links.map(({ context }) => context.spanId)).toEqual([request?.spanContext().spanId]);
  });

  it('goes on to the agent that a reply calls', async () => {
    const { ada, hook, agent, conversation } = await hookedConversation(server);
    const other = await startWebhook(server);
    const called = await registerAgent(server, ada, { transport: 'webhook', webhook_url: other.url });
    await openConversation(ada, called);
    const deliveryId = await deliver(ada, conversation, 'ask around');
    const [hooked] = await hook.awaitRequests(1);
    const headers = { traceparent: String(hooked?.headers['traceparent']) };
    await agent.send('/hooks/v1/reply', replyTo(deliveryId, 'you?', { to_agent_id: called.agentId }), { headers });
    const [asked] = await other.awaitRequests(1);
    const { traceId: whole } = parentOf(hooked?.headers['traceparent']);
    const { spanId: attempted } = parentOf(asked?.headers['traceparent']);
    const replied = await traces.find('accept reply', whole);
    const attempt = await traces.find('attempt delivery', whole, (span) => span.spanContext().spanId === attempted);
    expect(attempt.parentSpanContext?.spanId).toBe(replied.spanContext().spanId);
  });

  it('shows what was refused, and for what', async () => {
    const ada = await signUp(server);
    const path = `/v1/conversations/cnv_${'0'.repeat(26)}/messages`;
    const fresh = `00-${'1'.repeat(32)}-${spanId}-01`;
    await ada.post(path, { text: 'anyone?' }, { traceparent: fresh });
    const request = await traces.find(sendRoute, '1'.repeat(32));
    expect(request.attributes).toMatchObject({
      'http.response.status_code': 404,
      'error.type': 'conversation_not_found',
    });
    expect(request.status.code).toBe(0);
  });

  it('ends the span of a stream once it is open', async () => {
    const agent = await registerAgent(server, await signUp(server));
    const before = traces.named('GET /hooks/v1/stream').length;
    await agent.stream();
    await eventually(server, 'the span', () => traces.named('GET /hooks/v1/stream').length === before + 1);
  });

  it('knows nothing of health checks and metrics', async () => {
    await call(`${server.baseUrl}/healthz`);
    await call(`${server.baseUrl}/metrics`);
    await call(`${server.baseUrl}/v1/session`);
    await eventually(server, 'the span of the last', () => traces.named('GET /v1/session').length === 1);
    expect([...traces.named('GET /healthz'), ...traces.named('GET /metrics')]).toEqual([]);
  });
});

describe('a trace, where nobody registered a tracer', () => {
  const server = useServer(allow);

  it('passes through to the agent as it came, also hours later', async () => {
    const { ada, agent, hook, conversation } = await hookedConversation(server);
    hook.answer((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const deliveryId = await sayWithin(ada, conversation, { traceparent, tracestate: 'vendor=1, other=2' });
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });
    await server.clock.leap(90_000);
    for (const { headers } of await hook.awaitRequests(2))
      expect(headers).toMatchObject({ traceparent, tracestate: 'vendor=1, other=2' });
  });

  it('stands in the delivery log of the owner, and null where there was none', async () => {
    const { ada, hook, agent, conversation } = await hookedConversation(server);
    await sayWithin(ada, conversation, { traceparent, tracestate: 'vendor=1' });
    await hook.awaitRequests(1);
    await say(ada, conversation, 'Without one.');
    await hook.awaitRequests(2);
    const log = `/v1/agents/${agent.agentId}/deliveries`;
    const { items } = (await ada.get(log)).body;
    const traces = [];
    for (const { deliveryId } of items) traces.push((await ada.get(`${log}/${deliveryId}`)).body.item.traceId);
    expect(traces).toEqual([null, traceparent.split('-')[1]]);
  });

  it('passes through an agent’s call of another, from the reply or from what it answers', async () => {
    const { ada, hook, agent, conversation } = await hookedConversation(server);
    const other = await startWebhook(server);
    const called = await registerAgent(server, ada, { transport: 'webhook', webhook_url: other.url });
    await openConversation(ada, called);
    const deliveryId = await sayWithin(ada, conversation, { traceparent });
    await hook.awaitRequests(1);
    const below = `00-${traceId}-${'c'.repeat(16)}-01`;
    const ask = { to_agent_id: called.agentId };
    await agent.reply(deliveryId, 'one', ask, { headers: { traceparent: below } });
    await agent.reply(deliveryId, 'two', ask);
    const asked = await other.awaitRequests(2);
    expect(asked.map(({ headers }) => headers['traceparent'])).toEqual([below, traceparent]);
  });

  it('goes along with a task, and not with the answer to a form, who is to stay unknown to the agent', async () => {
    const { ada, hook, agent, conversation } = await hookedConversation(server);
    await ada.post(
      `/v1/conversations/${conversation}/tasks`,
      { title: 'Tea', instructions: 'Make some.' },
      { traceparent },
    );
    const [assigned] = await hook.awaitRequests(1);
    expect(assigned?.envelope.event).toBe('task.assigned');
    expect(assigned?.headers['traceparent']).toBe(traceparent);
    const fields = [{ name: 'size', label: 'Size', field_type: 'text' }];
    const asked = await agent.reply(assigned?.envelope.delivery_id, [{ type: 'form', form_id: 'tea', fields }]);
    const form = `/v1/conversations/${conversation}/messages/${asked.body.message_id}/forms/tea/submit`;
    expect((await ada.post(form, { size: 'large' }, { traceparent })).status).toBe(201);
    const submitted = (await hook.awaitRequests(2)).find(({ envelope }) => envelope.event === 'form.submitted');
    expect(submitted?.headers['traceparent']).toBeUndefined();
  });

  it.each([
    ['none', {}],
    ['a version that is not known', { traceparent: `01-${traceId}-${spanId}-01` }],
    ['upper case', { traceparent: traceparent.toUpperCase() }],
    ['ids of zeros', { traceparent: `00-${'0'.repeat(32)}-${spanId}-01` }],
    ['two at once', { traceparent: `${traceparent}, ${traceparent}` }],
    ['a state without a parent', { tracestate: 'vendor=1' }],
  ])('is not there with %s', async (_name, headers) => {
    const { ada, hook, conversation } = await hookedConversation(server);
    await sayWithin(ada, conversation, headers);
    const [hooked] = await hook.awaitRequests(1);
    expect(hooked?.headers['traceparent']).toBeUndefined();
    expect(hooked?.headers['tracestate']).toBeUndefined();
  });

  it('leaves out a state that is too long, and keeps the rest', async () => {
    const { ada, hook, conversation } = await hookedConversation(server);
    await sayWithin(ada, conversation, { traceparent, tracestate: `vendor=${'x'.repeat(600)}` });
    const [hooked] = await hook.awaitRequests(1);
    expect(hooked?.headers['traceparent']).toBe(traceparent);
    expect(hooked?.headers['tracestate']).toBeUndefined();
  });
});
