import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let counter = 0;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

const freshKey = () => `key-${(counter += 1)}`;
const keyed = (key: string) => ({ 'idempotency-key': key });
const sendKeyed = (conversation: string, text: string, key: string, by = ada) =>
  by.post(`/v1/conversations/${conversation}/messages`, { text }, keyed(key));

describe('§1 Idempotency-Key on sending', () => {
  it('gives the first answer again, byte for byte, and says so', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    const first = await sendKeyed(conversation, 'once', key);
    const second = await sendKeyed(conversation, 'once', key);
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('stores one message and one delivery', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    for (let round = 0; round < 3; round += 1) await sendKeyed(conversation, 'once', key);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
    const log = await ada.get(`/v1/agents/${agent.agentId}/deliveries?limit=200`);
    expect(
      log.body.items.filter((item: { conversationId: string }) => item.conversationId === conversation),
    ).toHaveLength(1);
  });

  it('gives ten requests that arrive at once the same answer and stores one message', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendKeyed(conversation, 'together', key)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => !answer.headers.has('idempotency-replayed'))).toHaveLength(1);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
  });

  it('refuses the key with another body', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    await sendKeyed(conversation, 'one', key);
    const answer = await sendKeyed(conversation, 'two', key);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('idempotency_key_reused');
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
  });

  it('compares bodies as bytes, so a space makes another', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    const path = `/v1/conversations/${conversation}/messages`;
    const headers = { 'content-type': 'application/json', ...keyed(key) };
    expect((await ada.send('POST', path, { body: '{"text":"a"}', headers })).status).toBe(201);
    expect((await ada.send('POST', path, { body: '{"text": "a"}', headers })).status).toBe(422);
  });

  it('keeps the keys of two people apart', async () => {
    const [bob, key] = [await signUp(server), freshKey()];
    const conversation = await openConversation(ada, agent, [bob]);
    const [first, second] = [
      await sendKeyed(conversation, 'same', key),
      await sendKeyed(conversation, 'same', key, bob),
    ];
    expect(second.body.messageId).not.toBe(first.body.messageId);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
  });

  it('keeps the keys of two paths apart', async () => {
    const [one, two, key] = [await openConversation(ada, agent), await openConversation(ada, agent), freshKey()];
    const [first, second] = [await sendKeyed(one, 'same', key), await sendKeyed(two, 'same', key)];
    expect(second.status).toBe(201);
    expect(second.body.messageId).not.toBe(first.body.messageId);
  });

  it('stores nothing of a refused request, so it may be corrected and sent again', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    expect((await sendKeyed(conversation, '', key)).status).toBe(400);
    const corrected = await sendKeyed(conversation, 'better', key);
    expect(corrected.status).toBe(201);
    expect(corrected.headers.has('idempotency-replayed')).toBe(false);
  });

  it('still sends twice what carries no key', async () => {
    const conversation = await openConversation(ada, agent);
    for (let round = 0; round < 2; round += 1)
      await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'twice' });
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
  });
});

describe('§1 Idempotency-Key on opening a conversation', () => {
  it('opens one room for one key', async () => {
    const key = freshKey();
    const body = { agentIds: [agent.agentId] };
    const answers = await Promise.all([1, 2, 3].map(() => ada.post('/v1/conversations', body, keyed(key))));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
  });

  it('opens another room for another key', async () => {
    const body = { agentIds: [agent.agentId] };
    const [first, second] = [
      await ada.post('/v1/conversations', body, keyed(freshKey())),
      await ada.post('/v1/conversations', body, keyed(freshKey())),
    ];
    expect(second.body.item.conversationId).not.toBe(first.body.item.conversationId);
  });

  it('lets a refused opening be sent again with the same key', async () => {
    const key = freshKey();
    expect((await ada.post('/v1/conversations', { agentIds: [] }, keyed(key))).status).toBe(400);
    expect((await ada.post('/v1/conversations', { agentIds: [agent.agentId] }, keyed(key))).status).toBe(201);
  });
});

describe('§1 the shape of an Idempotency-Key', () => {
  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not ASCII', 'schl\u00fcssel'],
    ['broken by a tab', 'a\tb'],
  ])('is refused where it is %s', async (_what, key) => {
    const answer = await sendKeyed(await openConversation(ada, agent), 'text', key);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('idempotency_key_invalid');
  });

  it.each([['k'], ['k'.repeat(255)], ['~!@#$%^&*()_+={}[]|:;<>,.?/']])('is fine as %s', async (key) => {
    expect((await sendKeyed(await openConversation(ada, agent), 'text', key)).status).toBe(201);
  });

  it('does not matter on routes that ignore it', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await ada.put(`/v1/conversations/${conversation}/read`, { seq: 0 }, keyed('k'.repeat(300)))).status).toBe(
      204,
    );
    const key = keyed(freshKey());
    const [first, second] = [
      await ada.post(`/v1/agents/${agent.agentId}/credentials`, undefined, key),
      await ada.post(`/v1/agents/${agent.agentId}/credentials`, undefined, key),
    ];
    expect(second.body.credential.credentialId).not.toBe(first.body.credential.credentialId);
  });
});

describe('§1 Idempotency-Key on replying', () => {
  const asked = async () => {
    const conversation = await openConversation(ada, agent);
    const { body } = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'ask' });
    return { conversation, deliveryId: body.deliveries[0].deliveryId as string, key: freshKey() };
  };

  it('gives the first answer again, though signed at another second', async () => {
    const { conversation, deliveryId, key } = await asked();
    const first = await agent.reply(deliveryId, 'once', {}, { key });
    await server.clock.advance(2000);
    const second = await agent.reply(deliveryId, 'once', {}, { key });
    expect(first.status).toBe(202);
    expect(second.text).toBe(first.text);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
  });

  it('refuses the key with another body', async () => {
    const { deliveryId, key } = await asked();
    await agent.reply(deliveryId, 'one', {}, { key });
    const answer = await agent.reply(deliveryId, 'two', {}, { key });
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('idempotency_key_reused');
  });

  it('refuses a malformed key', async () => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, 'one', {}, { key: 'k'.repeat(256) });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('idempotency_key_invalid');
  });

  it('lets a refused reply be corrected under the same key', async () => {
    const { deliveryId, key } = await asked();
    expect((await agent.reply(deliveryId, [{ type: 'nonsense' }], {}, { key })).status).toBe(400);
    expect((await agent.reply(deliveryId, 'corrected', {}, { key })).status).toBe(202);
  });

  it('makes one message of five replies at once', async () => {
    const { conversation, deliveryId, key } = await asked();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => agent.reply(deliveryId, 'at once', {}, { key })));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
  });
});

describe('§10 a used key', () => {
  const json = { 'content-type': 'application/json' };
  const bad: [string, unknown, Record<string, string>][] = [
    ['a body that is no JSON', '{"text":', json],
    ['a body of another form', { words: 'two' }, {}],
    ['an empty text', { text: '' }, {}],
    ['no body', undefined, {}],
    ['a body of another type', 'two', { 'content-type': 'text/plain' }],
    ['a body that is too large', { text: 'x'.repeat(300_000) }, {}],
  ];

  it.each(bad)('is known before the body is checked: with %s it is 422', async (_what, body, headers) => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    await sendKeyed(conversation, 'one', key);
    const path = `/v1/conversations/${conversation}/messages`;
    const answer = await ada.post(path, body, { ...keyed(key), ...headers });
    expectRefusal(answer, 422, 'idempotency_key_reused');
    const fresh = await ada.post(path, body, { ...keyed(freshKey()), ...headers });
    expect([400, 413, 415]).toContain(fresh.status);
  });

  it('is known at the agent door before its blocks, their assets and its body’s form are checked', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    const { deliveries } = (await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'ask' })).body;
    const [{ deliveryId }] = deliveries;
    expect((await agent.reply(deliveryId, 'done', {}, { key })).status).toBe(202);
    const image = { type: 'image', asset_id: 'ast_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    for (const blocks of [[{ type: 'nonsense' }], [image], []]) {
      expectRefusal(await agent.reply(deliveryId, blocks, {}, { key }), 422, 'idempotency_key_reused');
      expect((await agent.reply(deliveryId, blocks, {}, { key: freshKey(), unix: agent.unix() + 1 })).status).toBe(400);
    }
    for (const body of ['{"version":', undefined]) {
      expectRefusal(await agent.send('/hooks/v1/reply', body, { key, method: 'POST' }), 422, 'idempotency_key_reused');
    }
    const plain = { key, headers: { 'content-type': 'text/plain' } };
    expectRefusal(await agent.send('/hooks/v1/reply', 'done', plain), 422, 'idempotency_key_reused');
  });

  it('is of the path in its decoded form', async () => {
    const [conversation, key] = [await openConversation(ada, agent), freshKey()];
    const first = await sendKeyed(conversation, 'once', key);
    const encoded = `/v1/conversations/${conversation.replace('cnv', '%63nv')}/messages`;
    const second = await ada.post(encoded, { text: 'once' }, keyed(key));
    expect([second.status, second.text]).toEqual([201, first.text]);
    expectRefusal(await ada.post(encoded, { text: 'twice' }, keyed(key)), 422, 'idempotency_key_reused');
  });

  it('gives its first answer even where the same request would be refused by now', async () => {
    const [cyd, key] = [await signUp(server), freshKey()];
    const conversation = await openConversation(cyd, null, [ada]);
    const first = await sendKeyed(conversation, 'once', key, cyd);
    await cyd.del(`/v1/conversations/${conversation}`);
    const again = await sendKeyed(conversation, 'once', key, cyd);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });
});
