import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../testing/contract/http.ts';
import { useServer } from '../../../testing/contract/server.ts';
import { answerJson, startProvider } from '../fixtures/provider.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { toolEntry, writeToolsFile } from '../fixtures/tools-file.ts';

const provider = await startProvider();
afterAll(() => provider.close());
afterEach(() => provider.answer((_request, response) => answerJson(response, { ok: true })));

const secret = 'k3y/with+odd chars?';
const tool = (name: string, method: string, path: string, headers: Record<string, string> = {}) =>
  toolEntry({ name, policy: 'allow', scope: 'web.call' }, { method, url: `\${env:PROVIDER}${path}`, headers });
const server = useServer({
  PROVIDER: provider.url,
  KEY: secret,
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    tools: [
      tool('web.get', 'GET', '/cities/{city}/days/{day}?units=si', { 'X-Key': '${env:KEY}', Accept: 'text/*' }),
      tool('web.delete', 'DELETE', '/things/{id}'),
      tool('web.post', 'POST', '/orders/{id}', { authorization: 'Bearer ${env:KEY}' }),
      toolEntry(
        { name: 'web.private', policy: 'allow', scope: 'web.call' },
        { url: 'https://10.1.2.3/secrets', method: 'GET' },
      ),
    ],
  }),
});
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, ['web.call']);
});

const use = async (name: string, args: Record<string, unknown> = {}): Promise<Json> => {
  const { status, body } = await shop.invoke({ tool: name, scope: 'web.call', args });
  expect([status, body.outcome]).toEqual([200, 'allow']);
  return shop.result(body.invocation_id);
};
const last = () => provider.requests.at(-1);

describe('a request of a tool', () => {
  it('takes named arguments into its URL, percent-encoded, and the others into the query', async () => {
    await use('web.get', { city: 'Zürich/../a?b#c', day: 3, q: 'x y', tags: ['a', 'b'], deep: { n: 1 }, off: false });
    expect(last()?.method).toBe('GET');
    expect(last()?.url).toBe(
      '/cities/Z%C3%BCrich%2F..%2Fa%3Fb%23c/days/3?units=si&q=x+y&tags=a&tags=b&deep=%7B%22n%22%3A1%7D&off=false',
    );
    expect(last()?.body).toBe('');
    await use('web.delete', { id: 'a', why: 'old' });
    expect([last()?.method, last()?.url, last()?.body]).toEqual(['DELETE', '/things/a?why=old', '']);
  });

  it('carries the others as a JSON body where its method has one', async () => {
    await use('web.post', { id: 'n 1', lines: [{ what: 'Tea', count: 2 }] });
    expect([last()?.method, last()?.url]).toEqual(['POST', '/orders/n%201']);
    expect(last()?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(last()?.body ?? '')).toEqual({ lines: [{ what: 'Tea', count: 2 }] });
  });

  it('carries the operator’s headers, which the agent never sees', async () => {
    await use('web.get', { city: 'Bern', day: 1 });
    expect(last()?.headers).toMatchObject({ 'x-key': secret, accept: 'text/*', 'user-agent': 'Parley/1' });
    await use('web.post', { id: '1' });
    expect(last()?.headers.authorization).toBe(`Bearer ${secret}`);
  });

  it.each([
    ['/arguments/city', { day: 1 }],
    ['/arguments/city', { city: '..', day: 1 }],
    ['/arguments/city', { city: '.', day: 1 }],
    ['/arguments/city', { city: '', day: 1 }],
    ['/arguments/day', { city: 'Bern', day: { n: 1 } }],
    ['/arguments/day', { city: 'Bern', day: null }],
  ])('is not made where %s cannot stand in the URL: %j', async (path, args) => {
    const answer = await shop.invoke({ tool: 'web.get', scope: 'web.call', args });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'arguments_invalid', path });
  });
});

describe('the answer of a provider', () => {
  it.each([
    ['JSON', 'application/json', '{"a":[1,null]}', { a: [1, null] }],
    ['JSON of a kind', 'application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['JSON without a type', '', '[1]', [1]],
    ['text', 'text/plain', '123', '123'],
    ['text that only says it is JSON', 'application/json', 'oops', 'oops'],
    ['nothing', 'application/json', '', null],
  ])('is content as %s', async (_title, type, body, content) => {
    provider.answer((_request, response) => {
      response.writeHead(201, type === '' ? {} : { 'content-type': type }).end(body);
    });
    expect(await use('web.delete', { id: 'a' })).toMatchObject({ outcome: 'succeeded', is_error: false, content });
  });

  it.each([301, 400, 404, 500, 503])('with status %i is a failure that says the status and no more', async (status) => {
    provider.answer(
      (_request, response) =>
        void response.writeHead(status, { location: `${provider.url}/elsewhere` }).end('private detail'),
    );
    expect(await use('web.delete', { id: 'a' })).toMatchObject({
      outcome: 'failed',
      is_error: true,
      content: { code: 'provider_error', status },
    });
    expect(last()?.url).toBe('/things/a');
  });

  it('may have 64 KiB and not a byte more', async () => {
    const sized = (bytes: number) => provider.answer((_request, response) => void response.end('x'.repeat(bytes)));
    sized(64 * 1024);
    expect((await use('web.delete', { id: 'a' })).content).toHaveLength(64 * 1024);
    sized(64 * 1024 + 1);
    expect(await use('web.delete', { id: 'a' })).toMatchObject({
      outcome: 'failed',
      content: { code: 'provider_error', status: 200, reason: 'answer_too_large' },
    });
  });

  it('has 30 seconds', async () => {
    provider.answer(() => undefined);
    const { body } = await shop.invoke({ tool: 'web.delete', scope: 'web.call', args: { id: 'slow' } });
    const before = provider.requests.length;
    while (!provider.requests.some(({ url }) => url === '/things/slow')) await server.clock.advance(1);
    await server.clock.advance(29_000);
    expect(shop.events('tool.result').map(({ tool_result }) => tool_result.invocation_id)).not.toContain(
      body.invocation_id,
    );
    await server.clock.advance(1_000);
    expect(await shop.result(body.invocation_id)).toMatchObject({
      outcome: 'failed',
      content: { code: 'provider_error', status: null, reason: 'timeout' },
    });
    expect(provider.requests.length).toBeLessThanOrEqual(before + 1);
  });

  it('that breaks off is a failure', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 10);
    });
    expect((await use('web.delete', { id: 'a' })).content).toMatchObject({ code: 'provider_error', status: null });
  });

  it('is not asked for at an address that is not public', async () => {
    expect(await use('web.private')).toMatchObject({
      outcome: 'failed',
      content: { code: 'provider_error', status: null, reason: 'address_refused' },
    });
  });
});

describe('a secret that a provider echoes', () => {
  it('is blotted out, however it is written', async () => {
    const percent = encodeURIComponent(secret);
    const base64 = Buffer.from(secret).toString('base64');
    const basic = Buffer.from(`user:${secret}:x`).toString('base64');
    provider.answer((request, response) =>
      answerJson(response, {
        text: `got ${String(request.headers['x-key'])}!`,
        [secret]: [percent, percent.toLowerCase(), base64, Buffer.from(secret).toString('base64url'), basic],
        fine: 'Bern',
      }),
    );
    const { content } = await use('web.get', { city: 'Bern', day: 1 });
    const text = JSON.stringify(content);
    expect(content.text).toBe('got [secret]!');
    expect(content.fine).toBe('Bern');
    for (const form of [secret, percent, base64, basic.slice(8, 28)]) expect(text).not.toContain(form);
  });
});
