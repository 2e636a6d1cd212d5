import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, replyTo, type Agent } from './agent.ts';
import type { Answer } from './http.ts';
import { freshHandle, signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
const json = { 'content-type': 'application/json' };
const limit = 256 * 1024;
let ada: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  deliveryId = await deliver(ada, conversation, 'start');
});

const sendRaw = (body: BodyInit, headers: Record<string, string> = json) =>
  ada.send('POST', `/v1/conversations/${conversation}/messages`, { body, headers });

/** Returns JSON with invalid UTF-8 in a string. */
const broken = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('{"text":"a'), Buffer.from(bytes), Buffer.from('"}')]);

const expectMalformed = (answer: Answer) => {
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('malformed_request');
};

const notJson: [string, BodyInit][] = [
  ['nothing', ''],
  ['an open brace', '{'],
  ['a trailing comma', '{"text":"a",}'],
  ['something after the document', '{"text":"a"} x'],
  ['two documents', '{"text":"a"}{"text":"b"}'],
  ['single quotes', "{'text':'a'}"],
  ['a bare word', '{"text":NaN}'],
  ['a raw line break in a string', '{"text":"a\nb"}'],
  ['a comment', '{"text":"a"/* b */}'],
  ['an escape that is none', '{"text":"\\x41"}'],
  ['a key twice', '{"text":"a","text":"b"}'],
  ['a key twice, once in disguise', '{"text":"a","te\\u0078t":"b"}'],
  ['a byte that UTF-8 never has', broken(0xff)],
  ['an overlong encoding', broken(0xc0, 0x80)],
  ['half of a surrogate pair, encoded', broken(0xed, 0xa0, 0x80)],
  ['a character cut short', broken(0xe2, 0x82)],
  ['an array', '[]'],
  ['a string', '"text"'],
  ['null', 'null'],
];

describe('§1 bodies at the human door', () => {
  it.each(notJson)('refuse %s as malformed_request', async (_what, body) => {
    expectMalformed(await sendRaw(body));
  });

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['something that only starts like JSON', { 'content-type': 'application/jsonp' }],
  ])('refuse %s as unsupported_media_type', async (_what, headers) => {
    const answer = await sendRaw('{"text":"a"}', headers);
    expect(answer.status).toBe(415);
    expect(answer.body.error.code).toBe('unsupported_media_type');
  });

  it('refuse a body whose type is not named', async () => {
    const answer = await sendRaw(Buffer.from('{"text":"a"}'), {});
    expect(answer.status).toBe(415);
  });

  it('take JSON with its charset named', async () => {
    expect((await sendRaw('{"text":"a"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  it('take exactly 256 KiB', async () => {
    expect((await sendRaw('{"text":"padded"}'.padEnd(limit, ' '))).status).toBe(201);
  });

  it('refuse one byte more as payload_too_large', async () => {
    const answer = await sendRaw('{"text":"padded"}'.padEnd(limit + 1, ' '));
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe('payload_too_large');
  });

  it('refuse too much also where the length is not announced', async () => {
    const bytes = Buffer.from('{"text":"padded"}'.padEnd(limit + 1, ' '));
    const half = bytes.length / 2;
    const chunks = [bytes.subarray(0, half), bytes.subarray(half)];
    const body = new ReadableStream({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const answer = await ada.send('POST', `/v1/conversations/${conversation}/messages`, {
      body,
      headers: json,
      duplex: 'half',
    });
    expect(answer.status).toBe(413);
  });

  it('refuse a document nested a hundred thousand deep with a 400', async () => {
    expect((await sendRaw(`{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(400);
  });

  it('never break on a NUL character', async () => {
    expect((await sendRaw('{"text":"a\\u0000b"}')).status).toBeLessThan(500);
  });

  it('never break on half of a surrogate pair, escaped', async () => {
    expect((await sendRaw('{"text":"a\\ud800b"}')).status).toBeLessThan(500);
  });
});

describe('§1 unknown fields, wrong types and missing fields', () => {
  const table: [string, string, () => Promise<Answer>][] = [
    ['an unknown field of a person', '/admin', () => ada.post('/v1/users', { ...person(), admin: true })],
    ['an unknown field of a message', '/blocks', () => post('/messages', { text: 'a', blocks: [] })],
    ['an unknown field of a room', '/title', () => ada.post('/v1/conversations', { agentIds: [], title: 'a' })],
    ['__proto__ as a field', '/__proto__', () => sendRaw('{"text":"a","__proto__":{}}')],
    ['a text that is a number', '/text', () => post('/messages', { text: 1 })],
    ['a text that is null', '/text', () => post('/messages', { text: null })],
    ['a missing text', '/text', () => post('/messages', {})],
    ['an empty text', '/text', () => post('/messages', { text: '' })],
    ['a text of 10001 characters', '/text', () => post('/messages', { text: 'x'.repeat(10_001) })],
    ['agent ids that are no list', '/agentIds', () => ada.post('/v1/conversations', { agentIds: 'agt' })],
    ['an agent id that is a number', '/agentIds/0', () => ada.post('/v1/conversations', { agentIds: [1] })],
    ['a seq that is a string', '/seq', () => ada.put(`/v1/conversations/${conversation}/read`, { seq: '1' })],
    ['a seq that is negative', '/seq', () => ada.put(`/v1/conversations/${conversation}/read`, { seq: -1 })],
    ['a seq that is no whole number', '/seq', () => ada.put(`/v1/conversations/${conversation}/read`, { seq: 1.5 })],
    [
      'muted that is a string',
      '/muted',
      () => ada.put(`/v1/conversations/${conversation}/preferences`, { muted: 'yes' }),
    ],
    [
      'an unknown preference',
      '/loud',
      () => ada.put(`/v1/conversations/${conversation}/preferences`, { muted: true, loud: 1 }),
    ],
  ];

  it.each(table)('refuse %s and name the path', async (_what, path, ask) => {
    const answer = await ask();
    expectMalformed(answer);
    expect(answer.body.error.path).toBe(path);
  });

  const person = () => ({ handle: freshHandle(), displayName: 'A', password: 'long enough words' });
  const post = (path: string, body: unknown) => ada.post(`/v1/conversations/${conversation}${path}`, body);

  it('count characters as code points', async () => {
    expect((await post('/messages', { text: '🦜'.repeat(10_000) })).status).toBe(201);
    const answer = await post('/messages', { text: '🦜'.repeat(10_001) });
    expectMalformed(answer);
    expect(answer.body.error.path).toBe('/text');
  });

  it('keep a text exactly as it was sent', async () => {
    const text = ' "quotes"\t<b>&amp;</b>\n\u202eright to left \u{1f9d1}\u200d\u{1f680} \\u0041 ';
    expect((await post('/messages', { text })).body.body).toBe(text);
    expect((await messagesOf(ada, conversation, '?limit=1'))[0].body).toBe(text);
  });
});

describe('§1 bodies at the agent door', () => {
  it.each(notJson)('refuse %s as malformed_request, once the signature is right', async (_what, body) => {
    expectMalformed(await agent.send('/hooks/v1/reply', body));
  });

  it('refuse another media type', async () => {
    const answer = await agent.send('/hooks/v1/reply', '{}', { headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(415);
    expect(answer.body.error.code).toBe('unsupported_media_type');
  });

  it('take exactly 256 KiB and refuse a byte more', async () => {
    const body = JSON.stringify(replyTo(deliveryId, 'padded'));
    expect((await agent.send('/hooks/v1/reply', body.padEnd(limit, ' '))).status).toBe(202);
    const answer = await agent.send('/hooks/v1/reply', body.padEnd(limit + 1, ' '));
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe('payload_too_large');
  });

  it.each([
    ['a key twice inside a block', '{"type":"text","type":"text","text":"a"}'],
    ['a key twice, deep inside', '{"type":"tool_use","id":"1","name":"n","input":{"a":{"b":1,"b":2}}}'],
  ])('refuse %s', async (_what, block) => {
    const body = `{"version":"1","in_reply_to_delivery_id":"${deliveryId}","blocks":[${block}]}`;
    expectMalformed(await agent.send('/hooks/v1/reply', body));
  });

  it.each([
    ['an unknown field', '/task_id', { task_id: nobody('tsk') }],
    ['a partial that is no boolean', '/partial', { partial: 'yes' }],
    ['blocks that are no list', '/blocks', { blocks: {} }],
    ['another version', '/version', { version: '2' }],
    ['a version that is a number', '/version', { version: 1 }],
    ['a delivery id that is a number', '/in_reply_to_delivery_id', { in_reply_to_delivery_id: 5 }],
  ])('refuse %s in a reply and name the path', async (_what, path, change) => {
    const answer = await agent.reply(deliveryId, 'a', change);
    expectMalformed(answer);
    expect(answer.body.error.path).toBe(path);
  });
});

describe('§1 addresses that make no sense', () => {
  it.each(['%00', '%ff', '..%2f..', 'x'.repeat(5000), "' or 1=1 --", nobody('msg')])(
    'are a conversation that is not there: %s',
    async (id) => {
      const answer = await ada.get(`/v1/conversations/${id.replaceAll(' ', '%20')}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    },
  );

  it.each(['limit=abc', 'limit=-1', 'limit=1e99', 'before=abc', 'after=-5', 'before=99999999999999999999', 'cursor='])(
    'never break the server as a query: %s',
    async (query) => {
      expect((await ada.get(`/v1/conversations/${conversation}/messages?${query}`)).status).toBeLessThan(500);
    },
  );
});
