import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { anyTexts, startProvider, toolsFile } from './provider.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const provider = await startProvider();
const tool = (name: string, http: Json, change: Json = {}) => ({
  name,
  scope: 'weather.use',
  description: `The tool ${name}.`,
  input_schema: anyTexts,
  policy: 'allow',
  http: { method: 'GET', url: `${provider.origin}/${name}`, ...http },
  ...change,
});
const file = toolsFile({
  tools: [
    tool('weather.get', {
      url: `${provider.origin}/weather/{city}`,
      headers: { authorization: 'Bearer ${env:WEATHER_KEY}', 'x-plain': 'plain' },
    }),
    tool('weather.delete', { method: 'DELETE', url: `${provider.origin}/notes/{id}` }),
    tool('weather.post', { method: 'POST', url: `${provider.origin}/notes/{id}` }),
    tool('weather.put', { method: 'PUT' }),
    tool('weather.keyed', { url: `${provider.origin}/keyed?key=\${env:QUERY_KEY}` }),
    tool(
      'weather.strict',
      {},
      {
        input_schema: {
          type: 'object',
          properties: { days: { type: 'integer', minimum: 1 } },
          required: ['days'],
          additionalProperties: false,
        },
      },
    ),
    tool('weather.never', {}, { policy: 'deny' }),
    tool('weather.ask', {}, { policy: 'require_approval' }),
    tool('weather.unsaid', {}, { policy: undefined }),
  ],
});
const server = useServer({
  PARLEY_TOOLS_FILE: file,
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  WEATHER_KEY: 'sesame-open-4711',
  QUERY_KEY: 'query-secret-0815',
});
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['weather.use']);
});
beforeEach(() => {
  provider.calls.length = 0;
  provider.give({ body: { sky: 'blue' } });
});
afterAll(() => provider.close());

const invoke = (name: string, args: Json = {}) => desk.invoke(name, args, { body: { requested_scope: 'weather.use' } });
const run = async (name: string, args: Json = {}): Promise<Json> => {
  const { body } = await invoke(name, args);
  expect(body.outcome).toBe('allow');
  return desk.result(body.invocation_id);
};

describe('§7 a tool of the operator’s over HTTP', () => {
  it('gives the answer’s JSON as content', async () => {
    provider.give({ body: { sky: 'blue', degrees: [1, 2.5, null] } });
    expect(await run('weather.get', { city: 'Bern' })).toEqual({
      invocation_id: expect.any(String),
      tool: 'weather.get',
      requested_scope: 'weather.use',
      outcome: 'succeeded',
      content: { sky: 'blue', degrees: [1, 2.5, null] },
      is_error: false,
    });
  });

  it('gives a text as it is', async () => {
    provider.give({ body: 'mostly blue' });
    expect((await run('weather.get', { city: 'Bern' })).content).toBe('mostly blue');
  });

  it('succeeds without any content', async () => {
    provider.give({ status: 204 });
    expect((await run('weather.delete', { id: '7' })).outcome).toBe('succeeded');
  });

  it('fills the address and the headers', async () => {
    await run('weather.get', { city: 'Bern' });
    const [call] = provider.calls;
    expect(call).toMatchObject({ method: 'GET', url: '/weather/Bern' });
    expect(call!.headers).toMatchObject({ authorization: 'Bearer sesame-open-4711', 'x-plain': 'plain' });
  });

  it('encodes an argument so that it stays in its place', async () => {
    await run('weather.get', { city: 'São Paulo/../x?y=1#z&%' });
    expect(provider.calls[0]!.url).toBe('/weather/S%C3%A3o%20Paulo%2F..%2Fx%3Fy%3D1%23z%26%25');
  });

  it.each(['..', '.', '../notes', '%2e%2e'])('never leaves the address by the argument %s', async (city) => {
    const answer = await invoke('weather.get', { city });
    if (answer.status === 200) await desk.result(answer.body.invocation_id);
    for (const { url } of provider.calls) expect(url).toMatch(/^\/weather\/./);
  });

  it('sends the other arguments as a query for GET and DELETE', async () => {
    await run('weather.get', { city: 'Bern', units: 'a&b=c', lang: 'de' });
    await run('weather.delete', { id: '7', soft: 'yes' });
    const [get, del] = provider.calls.map(({ url }) => new URL(url, provider.origin));
    expect(get!.pathname).toBe('/weather/Bern');
    expect(Object.fromEntries(get!.searchParams)).toEqual({ units: 'a&b=c', lang: 'de' });
    expect([del!.pathname, del!.search]).toEqual(['/notes/7', '?soft=yes']);
    expect(provider.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  it('sends the other arguments as a JSON body otherwise', async () => {
    await run('weather.post', { id: '7', text: 'ö"\n' });
    await run('weather.put', { all: 'of it' });
    const [post, put] = provider.calls;
    expect([post!.method, post!.url]).toEqual(['POST', '/notes/7']);
    expect(post!.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(post!.body)).toEqual({ text: 'ö"\n' });
    expect([put!.method, JSON.parse(put!.body)]).toEqual(['PUT', { all: 'of it' }]);
  });

  it('is called once', async () => {
    await run('weather.get', { city: 'Bern' });
    expect(provider.calls).toHaveLength(1);
  });

  it('checks arguments by its schema, before anything is called', async () => {
    expectRefusal(await invoke('weather.strict', { days: 0 }), 400, 'arguments_invalid', '/arguments/days');
    expectRefusal(await invoke('weather.strict', { days: '3' }), 400, 'arguments_invalid', '/arguments/days');
    const extra = await invoke('weather.strict', { days: 1, nights: 2 });
    expectRefusal(extra, 400, 'arguments_invalid');
    expect(extra.body.error.path).toMatch(/^\/arguments/);
    expect(provider.calls).toEqual([]);
    expect((await run('weather.strict', { days: 3 })).outcome).toBe('succeeded');
  });
});

describe('§7 a provider that fails', () => {
  it.each([300, 302, 400, 404, 429, 500, 503])('with %i makes provider_error', async (status) => {
    provider.give({ status, body: { internal: 'stack trace' }, headers: { location: `${provider.origin}/weather/x` } });
    const result = await run('weather.get', { city: 'Bern' });
    expect(result).toMatchObject({ outcome: 'failed', is_error: true, content: { code: 'provider_error', status } });
    expect(provider.calls).toHaveLength(1);
  });

  it('never gives more than 64 KiB', async () => {
    provider.give({ body: 'x'.repeat(70_000) });
    const { content } = await run('weather.get', { city: 'Bern' });
    expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThanOrEqual(64 * 1024 + 2);
  });

  it('still gives what is just below', async () => {
    const most = 'x'.repeat(64 * 1024 - 100);
    provider.give({ body: most });
    expect(await run('weather.get', { city: 'Bern' })).toMatchObject({ outcome: 'succeeded', content: most });
  });

  it('by never answering ends after 30 seconds', async () => {
    provider.give({ hang: true });
    const { body } = await invoke('weather.get', { city: 'Bern' });
    await server.clock.advance(5000);
    const found = () =>
      desk.inbox.envelopes('tool.result').find(({ tool_result: r }) => r.invocation_id === body.invocation_id);
    expect(found()).toBeUndefined();
    await server.clock.advance(26_000);
    // Half a minute of real time is allowed too, because sockets may use real time only.
    for (let patience = 0; patience < 6 && !found(); patience += 1)
      await desk.result(body.invocation_id).catch((error: unknown) => {
        if (patience === 5) throw error;
      });
    expect(found().tool_result).toMatchObject({ outcome: 'failed', is_error: true });
  }, 70_000);
});

describe('§7 policies', () => {
  it('deny answers with a reason, and a denied result follows; nothing is called', async () => {
    const answer = await invoke('weather.never');
    expect(answer.status).toBe(200);
    const { outcome, invocation_id: id, reason, ...rest } = answer.body;
    expect({ outcome, reason, rest }).toEqual({ outcome: 'deny', reason: expect.stringMatching(/\S/), rest: {} });
    expect(await desk.result(id)).toMatchObject({ outcome: 'denied', is_error: true });
    expect(provider.calls).toEqual([]);
  });

  it.each(['weather.ask', 'weather.unsaid'])('%s asks first, and is called once it is approved', async (name) => {
    const { body } = await invoke(name, { city: 'Bern' });
    expect(body.outcome).toBe('pending_approval');
    const { item } = (await desk.person.get(`/v1/approvals/${body.approval_id}`)).body;
    expect(item).toMatchObject({ kind: 'tool_invocation', coinAmount: null, arguments: { city: 'Bern' } });
    expect(provider.calls).toEqual([]);
    await desk.resolve(body.approval_id, 'approved');
    expect((await desk.result(body.invocation_id)).outcome).toBe('succeeded');
    expect(provider.calls).toHaveLength(1);
  });

  it('come after the grant', async () => {
    await desk.grant();
    expectRefusal(await invoke('weather.never'), 403, 'scope_not_granted');
    await desk.grant('weather.use');
  });
});

describe('§7 secrets of the operator’s', () => {
  it.each([
    ['in a header', { authorization: 'Bearer sesame-open-4711' }],
    ['deep within', { a: [{ b: 'the key is sesame-open-4711, really' }] }],
    ['as a name', { 'sesame-open-4711': true }],
  ])('are blotted out where the provider echoes them %s', async (_what, body) => {
    provider.give({ body });
    const result = await run('weather.get', { city: 'Bern' });
    expect(result.outcome).toBe('succeeded');
    expect(JSON.stringify(result)).not.toContain('sesame-open-4711');
  });

  it('are blotted out of a text too', async () => {
    provider.give(({ headers }) => ({ body: `you sent ${headers.authorization}` }));
    expect((await run('weather.get', { city: 'Bern' })).content).not.toContain('sesame-open-4711');
  });

  it('work in an address, and are blotted out of what it echoes', async () => {
    provider.give(({ url }) => ({ body: { url } }));
    const result = await run('weather.keyed', { city: 'Bern' });
    const sent = new URL(provider.calls[0]!.url, provider.origin).searchParams;
    expect(Object.fromEntries(sent)).toEqual({ key: 'query-secret-0815', city: 'Bern' });
    expect(JSON.stringify(result)).not.toContain('query-secret-0815');
  });

  it('are in nothing that the agent was ever sent, nor in an approval', async () => {
    const { body } = await invoke('weather.ask', { note: 'hello' });
    const { text } = await desk.person.get(`/v1/approvals/${body.approval_id}`);
    for (const secret of ['sesame-open-4711', 'query-secret-0815', provider.origin]) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify(desk.inbox.envelopes())).not.toContain(secret);
    }
  });

  it('cannot be asked for by an argument', async () => {
    await run('weather.get', { city: '${env:WEATHER_KEY}', units: '{city}' });
    expect(decodeURIComponent(provider.calls[0]!.url)).toBe('/weather/${env:WEATHER_KEY}?units={city}');
  });
});
