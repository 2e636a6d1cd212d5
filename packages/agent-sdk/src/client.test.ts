import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentSignatureHeader, newId } from '@parley/protocol';
import { Agent } from './agent.ts';
import { chart, intent, needsHuman, text } from './blocks.ts';
import type { AgentClient } from './client.ts';
import { NetworkError, RefusedError } from './errors.ts';
import { FakePlatform, refusal } from './fake-platform/fake-platform.ts';

let platform: FakePlatform;
let client: AgentClient;
const delivery = newId('delivery', Date.now());

beforeEach(async () => {
  platform = await new FakePlatform().start();
  client = new Agent({ ...platform.options, retry: { baseMs: 1, maxMs: 5 } }).client;
});

afterEach(() => platform.stop());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('retries', () => {
  test.each([408, 429, 500, 503])('after %i the same bytes go out again with the same key', async (status) => {
    let left = 2;
    platform.script = () => (left-- > 0 ? refusal(status, 'overloaded') : undefined);
    await client.reply(delivery, 'hello');
    const { calls } = platform;
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(calls[0]?.headers['idempotency-key']).toMatch(/^[\x21-\x7e]{1,255}$/);
  });

  test('a connection that breaks is tried again with the same key', async () => {
    let left = 1;
    platform.script = () => (left-- > 0 ? 'drop' : undefined);
    await client.sendProactive(newId('conversation', Date.now()), 'hello', { idempotencyKey: 'daily-2026-01-31' });
    const keys = platform.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['daily-2026-01-31', 'daily-2026-01-31']);
  });

  test('a retry in a later second is signed afresh', async () => {
    let nowMs = Date.now();
    let left = 1;
    platform.script = () => (left-- > 0 ? refusal(503, 'overloaded') : undefined);
    const sleep = async () => void (nowMs += 2000);
    const later = new Agent({ ...platform.options, clock: { now: () => nowMs, sleep } }).client;
    await later.reply(delivery, 'hello');
    const signatures = platform.calls.map(({ headers }) => String(headers[agentSignatureHeader]));
    const [first, second] = signatures.map((signature) => Number(signature.slice(2, 12)));
    expect(Number(second) - Number(first)).toBe(2);
  });

  test('Retry-After lengthens the wait', async () => {
    const waits: number[] = [];
    let left = 1;
    platform.script = () => (left-- > 0 ? refusal(429, 'rate_limited', {}, { 'retry-after': '7' }) : undefined);
    const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
    await new Agent({ ...platform.options, clock: { now: () => Date.now(), sleep } }).client.reply(delivery, 'hello');
    expect(waits).toEqual([7000]);
  });

  test.each([
    ['9999999', 2 ** 31 - 1],
    ['9'.repeat(400), 2 ** 31 - 1],
    ['Fri Jan  1 00:00:00 2100', 2 ** 31 - 1],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['1994-11-06', undefined],
  ])('Retry-After %j is a wish of %j ms, and none is waited for that is too long', async (header, retryAfterMs) => {
    platform.script = () => refusal(429, 'rate_limited', {}, { 'retry-after': header });
    const failure = await failureOf(client.reply(delivery, 'hello', { retry: { retries: 1 } }));
    expect(failure).toMatchObject({ code: 'rate_limited', retryAfterMs });
    expect(platform.calls).toHaveLength(retryAfterMs ? 1 : 2);
  });

  test('tries are bounded, and the last refusal is thrown', async () => {
    platform.script = () => refusal(503, 'overloaded');
    const failure = await failureOf(client.reply(delivery, 'hello', { retry: { retries: 2 } }));
    expect(failure).toMatchObject({ code: 'overloaded', status: 503, retryable: true });
    expect(platform.calls).toHaveLength(3);
  });

  test('a platform that is not there is a NetworkError that counts the tries', async () => {
    await platform.stop();
    const failure = await failureOf(client.reply(delivery, 'hello', { retry: { retries: 1 } }));
    platform = await new FakePlatform().start();
    expect(failure).toBeInstanceOf(NetworkError);
    expect(failure).toMatchObject({ attempts: 2 });
    expect((failure as Error).message).toMatch(/POST \/hooks\/v1\/reply after 2 tries: .*ECONNREFUSED/);
  });
});

describe('refusals', () => {
  test('a refusal is thrown at once with all that the platform said', async () => {
    const more = { path: '/blocks/0/asset_id', reason: 'asset_not_found', hint: 'Upload it first.' };
    platform.script = () => refusal(400, 'block_invalid', more);
    const failure = await failureOf(client.reply(delivery, 'hello'));
    expect(failure).toBeInstanceOf(RefusedError);
    expect(failure).toMatchObject({
      code: 'block_invalid',
      status: 400,
      retryable: false,
      requestId: 'req_test',
      ...more,
    });
    expect(platform.calls).toHaveLength(1);
  });

  test('a missing scope is retryable, and left to the caller', async () => {
    platform.script = () => refusal(403, 'scope_not_granted');
    const failure = await failureOf(client.sendProactive(newId('conversation', Date.now()), 'hello'));
    expect(failure).toMatchObject({ code: 'scope_not_granted', retryable: true });
    expect(platform.calls).toHaveLength(1);
  });

  test('a page that is not the platform’s own is an unexpected answer', async () => {
    platform.script = () => ({ status: 404, body: 'Not here' });
    expect(await failureOf(client.searchAgents('tea'))).toMatchObject({ code: 'unexpected_answer', status: 404 });
  });

  test.each([
    [200, true],
    [302, true],
    [404, true],
    [502, false],
  ])('a page of something else with status %i says that the base URL is wrong: %s', async (status, isSaid) => {
    const page = () => Promise.resolve(new Response('<!doctype html>', { status }));
    const agent = new Agent({ ...platform.options, retry: { retries: 0 }, fetch: page });
    const { message } = (await failureOf(agent.client.searchAgents('tea'))) as Error;
    expect(message).toMatch(/^unexpected_answer: /);
    expect(message.includes('Check the base URL (PARLEY_BASE_URL)')).toBe(isSaid);
  });

  test('a schedule at an invalid date is refused before it is sent, and names the member and the line that called', async () => {
    const failure = (await failureOf(client.schedule(delivery, { at: new Date('nope'), text: 'x' }))) as Error;
    expect(failure).toMatchObject({ code: 'malformed_request', path: '/at', reason: 'invalid_date' });
    expect(failure.message).toContain('`at`');
    expect(failure.stack?.split('\n')[1]).toMatch(/client\.test\.ts:\d+/);
    expect(platform.calls).toHaveLength(0);
  });

  test('blocks are checked before anything is sent', async () => {
    const failure = await failureOf(client.reply(delivery, [text('fine'), text('')]));
    expect(failure).toMatchObject({ code: 'block_invalid', path: '/blocks/1/text', requestId: undefined });
    expect(await failureOf(client.reply(delivery, intent('soon')))).toMatchObject({ code: 'intent_requires_partial' });
    const early = client.reply(delivery, needsHuman('help'), { partial: true });
    expect(await failureOf(early)).toMatchObject({ code: 'needs_human_requires_final' });
    const pie = chart({ chart_type: 'pie', x_key: 'k', series: [{ data_key: 'v' }], data: [{ k: 'a', v: -1 }] });
    expect(await failureOf(client.reply(delivery, pie))).toMatchObject({ reason: 'chart_pie_negative' });
    expect(platform.calls).toHaveLength(0);
  });
});

describe('requests', () => {
  test('each call goes to its route with its body', async () => {
    const conversation = newId('conversation', Date.now());
    const [other, asset] = [newId('agent', Date.now()), newId('asset', Date.now())];
    const message = newId('message', Date.now());
    await client.reply(delivery, text('hi'), { toAgentId: other });
    await client.reply(delivery, 'so far', { partial: true });
    await client.updateTask(delivery, 'completed', { note: 'Done.', content: 'All of it.' });
    await client.sendProactive(conversation, 'Good morning');
    await client.editMessage(message, 'Good day');
    await client.invokeTool(delivery, { tool: 'clock.now', requestedScope: 'clock.read' });
    await client.requestDecision(delivery, { action: 'Go', arguments: [1] });
    await client.listTools();
    await client.checkDelivery(delivery);
    await client.readHistory(conversation);
    await client.readHistory(conversation, { after: 7, limit: 2 });
    await client.searchAgents('tea & cake', { limit: 3 });
    await client.assetUrl(asset);
    await client.ack(delivery, 'failed', { error: 'x'.repeat(600) });
    const bound = { version: '1', in_reply_to_delivery_id: delivery };
    const decision = { requested_scope: 'decision.request', tool: 'decision.request' };
    const said = (line: string) => [{ type: 'text', text: line }];
    expect(platform.calls.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      ['POST /hooks/v1/reply', { ...bound, blocks: said('hi'), to_agent_id: other }],
      ['POST /hooks/v1/reply', { ...bound, blocks: said('so far'), partial: true }],
      ['POST /hooks/v1/task', { ...bound, status: 'completed', blocks: said('All of it.'), note: 'Done.' }],
      ['POST /hooks/v1/proactive', { version: '1', conversation_id: conversation, blocks: said('Good morning') }],
      [`POST /hooks/v1/messages/${message}/edit`, { version: '1', blocks: said('Good day') }],
      ['POST /hooks/v1/tools/invoke', { ...bound, requested_scope: 'clock.read', tool: 'clock.now', arguments: {} }],
      ['POST /hooks/v1/tools/invoke', { ...bound, ...decision, arguments: { action: 'Go', arguments: [1] } }],
      ['GET /hooks/v1/tools', undefined],
      [`GET /hooks/v1/deliveries/${delivery}`, undefined],
      [`GET /hooks/v1/conversations/${conversation}/messages`, undefined],
      [`GET /hooks/v1/conversations/${conversation}/messages?after=7&limit=2`, undefined],
      ['GET /hooks/v1/agents/search?q=tea+%26+cake&limit=3', undefined],
      [`GET /hooks/v1/assets/${asset}/url`, undefined],
      [`POST /hooks/v1/deliveries/${delivery}/ack`, { version: '1', status: 'failed', error: 'x'.repeat(500) }],
    ]);
  });

  test('an upload is signed over its bytes and names its file', async () => {
    const bytes = Uint8Array.from([0, 255, 10, 13]);
    await client.uploadAsset(bytes, { contentType: 'image/png', filename: 'Zürich.png' });
    const [call] = platform.calls;
    expect(call?.raw.equals(bytes)).toBe(true);
    expect(call?.headers).toMatchObject({ 'content-type': 'image/png', 'x-filename': 'Z%C3%BCrich.png' });
    expect(platform.rejected).toBe(0);
  });

  test('two equal replies in one second have signatures of their own', async () => {
    await Promise.all([client.reply(delivery, 'Ha!'), client.reply(delivery, 'Ha!'), client.reply(delivery, 'Ha!')]);
    expect(new Set(platform.calls.map(({ headers }) => headers[agentSignatureHeader])).size).toBe(3);
    expect(platform.rejected).toBe(0);
  });

  test('a text that is longer than a block holds becomes several', async () => {
    await client.reply(delivery, '😀'.repeat(10_001));
    const blocks = platform.bodies('/hooks/v1/reply')[0]?.blocks ?? [];
    expect(blocks.map((block) => Array.from(String(block['text'])).length)).toEqual([10_000, 1]);
  });

  test('a base URL may have a path', async () => {
    const below = new Agent({ ...platform.options, baseUrl: `${platform.options.baseUrl}/parley/` }).client;
    platform.script = () => ({ status: 200, body: { items: [] } });
    await below.searchAgents('x');
    expect(platform.calls[0]?.path).toBe('/parley/hooks/v1/agents/search?q=x');
  });
});
