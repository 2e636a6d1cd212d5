import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent, type Agent } from './agent.ts';
import { call, type Answer } from './http.ts';
import { freshHandle, jsonInit, signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
const nul = 'a\u0000b';
const half = 'a\ud800b';
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

/** Expects success or a refusal with a code, never a server error. */
const expectSound = (answer: Answer) => {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.body.error.code).toMatch(/^[a-z_]+$/);
};
const reply = async (block: object) => agent.reply(await deliver(ada, conversation, 'ask'), [block]);
const register = (person: object) => call(`${server.baseUrl}/v1/users`, jsonInit('POST', person));

describe.each([
  ['a NUL character', nul],
  ['half of a surrogate pair', half],
  ['a byte order mark', '\ufeffa'],
  ['a noncharacter', '\uffff'],
])('§1 %s', (_what, odd) => {
  const table: [string, () => Promise<Answer>][] = [
    ['a display name', () => register({ handle: freshHandle(), displayName: odd, password: 'long enough words' })],
    ['a password', () => register({ handle: freshHandle(), displayName: 'A', password: `long enough ${odd}` })],
    [
      'a password at sign-in',
      () => call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle: ada.handle, password: odd })),
    ],
    [
      'a handle at sign-in',
      () => call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle: odd, password: 'long enough words' })),
    ],
    ['a time zone', () => ada.patch('/v1/session', { timezone: odd })],
    ['a locale', () => ada.patch('/v1/session', { locale: odd })],
    ['an agent’s name', () => ada.post('/v1/agents', { manifest: manifest({ name: odd }) })],
    [
      'a reason',
      () => ada.post('/v1/agents', { manifest: manifest({ requested_scopes: [{ scope: 'a.b', reason: odd }] }) }),
    ],
    [
      'a webhook’s address',
      () =>
        ada.post('/v1/agents', {
          manifest: manifest({ transport: 'webhook', webhook_url: `https://a.example/${odd}` }),
        }),
    ],
    ['an agent id', () => ada.post('/v1/conversations', { agentIds: [odd] })],
    ['a user id', () => ada.post('/v1/conversations', { agentIds: [], userIds: [odd] })],
    ['a granted scope', () => ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: [odd] })],
    ['a message', () => ada.post(`/v1/conversations/${conversation}/messages`, { text: odd })],
    ['a handle to look for', () => ada.get(`/v1/users?handle=${encodeURIComponent(odd.toWellFormed())}`)],
    ['a directory search', () => ada.get(`/v1/agents/directory?q=${encodeURIComponent(odd.toWellFormed())}`)],
    ['a cursor', () => ada.get(`/v1/conversations?cursor=${encodeURIComponent(odd.toWellFormed())}`)],
    [
      'a status to filter by',
      () => ada.get(`/v1/agents/${agent.agentId}/deliveries?status=${encodeURIComponent(odd.toWellFormed())}`),
    ],
    ['a text block', () => reply({ type: 'text', text: odd })],
    ['what a tool was given', () => reply({ type: 'tool_use', id: '1', name: 'n', input: { [odd]: [odd] } })],
    [
      'a chart’s category',
      () =>
        reply({ type: 'chart', chart_type: 'bar', x_key: 'x', series: [{ data_key: 'y' }], data: [{ x: odd, y: 1 }] }),
    ],
    [
      'a form’s label',
      () => reply({ type: 'form', form_id: odd, fields: [{ name: 'a', label: odd, field_type: 'text' }] }),
    ],
    ['the delivery replied to', () => agent.reply(odd, 'answer')],
    [
      'the agent called',
      async () => agent.reply(await deliver(ada, conversation, 'ask'), 'answer', { to_agent_id: odd }),
    ],
    [
      'the error of an ack',
      async () => agent.ack(await deliver(ada, conversation, 'ask'), { version: '1', status: 'failed', error: odd }),
    ],
    ['an agent’s search', () => agent.send(`/hooks/v1/agents/search?q=${encodeURIComponent(odd.toWellFormed())}`)],
  ];

  it.each(table)('is sound in %s', async (_where, ask) => {
    expectSound(await ask());
  });

  it('leaves the room readable', async () => {
    expect((await ada.get(`/v1/conversations/${conversation}/messages?limit=200`)).status).toBe(200);
    expect((await ada.get('/v1/conversations')).status).toBe(200);
  });
});

describe('§1 numbers', () => {
  const putRead = (seq: string) =>
    ada.send('PUT', `/v1/conversations/${conversation}/read`, {
      body: `{"seq":${seq}}`,
      headers: { 'content-type': 'application/json' },
    });

  it.each(['2147483648', '9007199254740993', '1e21', '1e400', '-0', '99999999999999999999999999'])(
    'are sound where they are as large as %s',
    async (seq) => {
      expectSound(await putRead(seq));
      expect((await ada.get('/v1/conversations')).status).toBe(200);
    },
  );

  it.each(['1e400', '-1e400', '1e308', '0.1e-400'])('are sound in blocks as %s', async (number) => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    const block = `{"type":"tool_use","id":"1","name":"n","input":{"n":${number}}}`;
    const body = `{"version":"1","in_reply_to_delivery_id":"${deliveryId}","blocks":[${block}]}`;
    expectSound(await agent.send('/hooks/v1/reply', body));
    const location = `{"type":"location","latitude":${number},"longitude":0}`;
    expectSound(await agent.send('/hooks/v1/reply', body.replace(block, location)));
  });
});

describe('§1 cursors', () => {
  it.each([['7', 'a'], ['2026', 'a'], ['-1', ''], ['2026-02-31T00:00:00.000Z', 'a'], []])(
    'are refused where no list wrote them: %j %j',
    async (...parts) => {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
      const answer = await ada.get(`/v1/conversations?cursor=${cursor}`);
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'malformed_request']);
    },
  );
});

describe('§5 what a tool was given', () => {
  it.each([
    ['nested a hundred deep', 100],
    ['nested ten thousand deep', 10_000],
  ])('is sound %s', async (_what, depth) => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    const input = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const body = `{"version":"1","in_reply_to_delivery_id":"${deliveryId}","blocks":[{"type":"tool_use","id":"1","name":"n","input":${input}}]}`;
    expectSound(await agent.send('/hooks/v1/reply', body));
  });

  it('keeps odd keys as they are', async () => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    const input = '{"constructor":1,"toString":2,"":3,"a.b":4}';
    const body = `{"version":"1","in_reply_to_delivery_id":"${deliveryId}","blocks":[{"type":"tool_use","id":"1","name":"n","input":${input}}]}`;
    expect((await agent.send('/hooks/v1/reply', body)).status).toBe(202);
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    expect(newest.blocks[0].input).toEqual(JSON.parse(input));
  });

  it('cannot poison prototypes', async () => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    const body = `{"version":"1","in_reply_to_delivery_id":"${deliveryId}","blocks":[{"type":"tool_use","id":"1","name":"n","input":{"__proto__":{"polluted":true}}}]}`;
    expectSound(await agent.send('/hooks/v1/reply', body));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('§1 odd requests', () => {
  it.each([
    ['PUT', '/v1/users'],
    ['DELETE', '/v1/conversations'],
    ['POST', '/v1/events'],
    ['GET', '/hooks/v1/reply'],
    ['OPTIONS', '/v1/session'],
    ['GET', '/v1/conversations/'],
    ['GET', '//v1/session'],
    ['GET', '/v1/../v1/session'],
    ['GET', '/schemas/v1/../../package.json'],
    ['GET', '/schemas/v1/%2e%2e%2f%2e%2e%2fpackage.json'],
  ])('are sound: %s %s', async (method, path) => {
    const answer = await ada.send(method, path);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toContain('"devDependencies"');
  });

  it('are sound with a compressed body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const path = `/v1/conversations/${conversation}/messages`;
    const answer = await ada.send('POST', path, { body: gzipSync('{"text":"squeezed"}'), headers });
    expect([201, 400, 415]).toContain(answer.status);
  });

  it('show no detail of the server in a refusal', async () => {
    const answer = await ada.get(`/v1/conversations/${nobody('cnv')}/messages/%00`);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/node_modules|\.ts:|select |syntax error/i);
  });
});
