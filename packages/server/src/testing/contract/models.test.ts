import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeModel, refuses, says, wants } from '../../../../model/src/testing/fake-model.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { startServerOn, type TestServer } from '../app.ts';
import { openTestStorage, type TestStorage } from '../database.ts';
import { openConversation, messagesOf, say } from './conversation.ts';
import { eventually, quiet } from './eventually.ts';
import { png, uploaded } from './files.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { nobody } from './shapes.ts';

const key = 'sk-very-secret-0123456789';
let storage: TestStorage;
let server: TestServer;
let fake: FakeModel;
let ada: Person;
let logged = '';

beforeAll(async () => {
  fake = await new FakeModel().start();
  const file = join(await mkdtemp(join(tmpdir(), 'parley-models-')), 'models.json');
  const prices = { input: 1, output: 2, currency: 'EUR' };
  const offer = { id: 'house', name: 'House', url: fake.url, key: '${env:HOUSE_KEY}', models: ['tiny'], prices };
  await writeFile(file, JSON.stringify({ models: [{ ...offer, dailyLimit: 2, images: true }] }));
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  storage = await openTestStorage();
  server = await startServerOn(storage, { PARLEY_MODELS_FILE: file, HOUSE_KEY: key }, createLogger('trace', sink));
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});
beforeEach(async () => {
  fake.answers.length = 0;
  fake.requests.length = 0;
  fake.key = null;
  fake.models = ['tiny', 'large'];
  fake.details = {};
  ada = await signUp(server);
});

async function added(body: Record<string, unknown> = {}): Promise<{ agentId: string; room: string; item: Json }> {
  const answer = await ada.post('/v1/models', { name: 'Tiny', url: fake.url, model: 'tiny', ...body });
  expect(answer.status, answer.text).toBe(201);
  const { item } = answer.body;
  return { agentId: item.agentId, room: await openConversation(ada, item), item };
}

const modelOf = async (agentId: string): Promise<Json> => (await ada.get(`/v1/agents/${agentId}/model`)).body.item;
const runs = (agentId: string) =>
  eventually(server, 'the model to run', async () => (await modelOf(agentId)).state === 'running');
const answersIn = async (room: string): Promise<Json[]> =>
  (await messagesOf(ada, room)).filter(({ author, partial }) => author.type === 'agent' && !partial);
const sees = (room: string, words: string) =>
  eventually(server, words, async () => JSON.stringify(await answersIn(room)).includes(words));

const shown = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } }];
const named: unknown = expect.stringContaining('you read no images');

/** Sends a picture and returns what the model's API was given of it. */
async function readOf(room: string): Promise<unknown> {
  const before = (await answersIn(room)).length;
  const assetId = await uploaded(ada, png, 'dot.png');
  const sent = await ada.post(`/v1/conversations/${room}/attachments`, { assetId });
  expect(sent.status, sent.text).toBe(201);
  await eventually(server, 'an answer', async () => (await answersIn(room)).length > before);
  return fake.requests.at(-1)?.messages.at(-1)?.content;
}

describe('a model that a person adds', () => {
  it('becomes a private agent of theirs, talks, and shows its tokens and cost', async () => {
    fake.answers.push(says('Good ', 'morning.'));
    const listed = await ada.post('/v1/models/list', { url: fake.url.replace('/v1', '') });
    expect(listed.body).toEqual({ items: ['tiny', 'large'].map((id) => ({ id, prices: null })), url: fake.url });
    const prices = { input: 10, output: 20, currency: 'CHF' };
    const { agentId, room, item } = await added({ name: 'Kitchen', instructions: 'You greet.', prices });
    expect(item).toMatchObject({ name: 'Kitchen', access: 'private', transport: 'relay', ownerUserId: ada.userId });
    expect(item.handle).toMatch(/^kitchen/);
    await say(ada, room, 'hello');
    await sees(room, 'Good morning.');
    expect(fake.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'You greet.' });
    const spent = { inputTokens: 100, outputTokens: 20, cost: 0.0014, currency: 'CHF' };
    const days = await eventually(server, 'a record', async () => {
      const { items } = (await ada.get(`/v1/agents/${agentId}/model/days`)).body;
      return items.length > 0 ? items : null;
    });
    const day = new Date(server.clock.now()).toISOString().slice(0, 10);
    expect(days).toEqual([{ day, answers: 1, failures: 0, ...spent }]);
    const answers = (await ada.get(`/v1/agents/${agentId}/model/answers`)).body.items;
    expect(answers).toMatchObject([{ agentId, conversationId: room, model: 'tiny', failure: null, ...spent }]);
    expect((await ada.get('/v1/models/answers')).body.items).toEqual(answers);
    const [{ replyToDeliveryId: deliveryId }] = await answersIn(room);
    const toDelivery = async (person: Person, id: string) =>
      (await person.get(`/v1/models/answers?deliveryId=${id}`)).body.items;
    expect(await toDelivery(ada, deliveryId)).toEqual(answers);
    expect(await toDelivery(ada, nobody('dlv'))).toEqual([]);
    expect(await toDelivery(await signUp(server), deliveryId)).toEqual([]);
  });

  it('costs what its address says, if nobody says anything else', async () => {
    fake.details = { tiny: { pricing: { prompt: '0.000001', completion: '0.00001' } } };
    const said = { input: 1, output: 10, currency: 'USD' };
    const listed = await ada.post('/v1/models/list', { url: fake.url });
    expect(listed.body.items).toEqual([
      { id: 'tiny', prices: said },
      { id: 'large', prices: null },
    ]);
    const own = { input: 5, output: 5, currency: 'CHF' };
    for (const [prices, expected] of [
      [undefined, said],
      [own, own],
      [null, null],
    ])
      expect((await modelOf((await added({ prices })).agentId)).prices).toEqual(expected);

    const { agentId } = await added();
    const change = async (body: Json) => (await ada.patch(`/v1/agents/${agentId}/model`, body)).body.item.prices;
    fake.details = { ...fake.details, large: { pricing: { prompt: '0.000002', completion: '0.00002' } } };
    expect(await change({ model: 'large' })).toEqual({ input: 2, output: 20, currency: 'USD' });
    expect(await change({ prices: own })).toEqual(own);
    expect(await change({ instructions: 'You greet.' })).toEqual(own);
    expect(await change({ key: 'sk-other' })).toEqual(own);
    expect(await change({ model: 'tiny' })).toEqual(said);
    fake.details = { large: {}, tiny: fake.details['tiny'] ?? {} };
    expect(await change({ model: 'large' })).toBeNull();
    fake.details = {};
    expect(await change({ prices: own })).toEqual(own);
    expect(await change({ model: 'tiny' })).toEqual(own);
  });

  it('tells each person what the agents that they wrote to cost in a month', async () => {
    fake.details = { tiny: { pricing: { prompt: '0.000001', completion: '0.00001' } } };
    fake.answers.push(says('Yes.'));
    const cheap = await added({ name: 'Cheap' });
    const dear = await added({ name: 'Dear', prices: { input: 100, output: 100, currency: 'USD' } });
    const free = await added({ name: 'Unpriced', prices: null });
    const other = await openConversation(ada, dear.item);
    await Promise.all([cheap.room, dear.room, other, free.room].map((room) => say(ada, room, 'hello')));
    const month = new Date(server.clock.now()).toISOString().slice(0, 7);
    const costs = await eventually(server, 'the costs', async () => {
      const { body } = await ada.get('/v1/models/costs');
      return body.items.length === 2 && body.items[0].answers === 2 ? body : null;
    });
    const one = { inputTokens: 100, outputTokens: 20, currency: 'USD' };
    expect(costs).toEqual({
      month,
      items: [
        { agentId: dear.agentId, name: 'Dear', answers: 2, ...one, inputTokens: 200, outputTokens: 40, cost: 0.024 },
        { agentId: cheap.agentId, name: 'Cheap', answers: 1, ...one, cost: 0.0003 },
      ],
    });
    await sees(free.room, 'Yes.');
    expect((await ada.get('/v1/models/costs?month=2020-01')).body).toEqual({ month: '2020-01', items: [] });
    expectRefusal(await ada.get('/v1/models/costs?month=2020-13'), 400, 'malformed_request');
    expect((await (await signUp(server)).get('/v1/models/costs')).body.items).toEqual([]);
  });

  it('uses the tools that it was given, where the person grants them', async () => {
    fake.answers.push(wants([{ name: 'clock_now', args: {} }]), says('It is late.'));
    const tools = (await ada.get('/v1/models/tools')).body.items.map(({ name }: Json) => name);
    expect(tools).toContain('clock.now');
    const { agentId, room, item } = await added({ tools: ['clock.now'] });
    expect(item.requestedScopes.map(({ scope }: Json) => scope)).toEqual(['history.read', 'clock.read']);
    await ada.put(`/v1/agents/${agentId}/membership/grants`, { scopes: ['history.read', 'clock.read'] });
    await say(ada, room, 'what time is it?');
    await sees(room, 'It is late.');
    expectRefusal(
      await ada.post('/v1/models', { name: 'T', url: fake.url, model: 'tiny', tools: ['no.tool'] }),
      404,
      'tool_not_found',
      '/tools/0',
    );
  });

  it('is changed, and then answers with what was changed; a new address takes no key along', async () => {
    fake.answers.push(says('One.'), says('Two.'));
    fake.key = key;
    const { agentId, room } = await added({ key });
    await runs(agentId);
    await say(ada, room, 'one');
    await sees(room, 'One.');
    const path = `/v1/agents/${agentId}/model`;
    const changed = await ada.patch(path, { model: 'large', instructions: 'You count.', tools: ['clock.now'] });
    expect(changed.body.item).toMatchObject({ model: 'large', hasKey: true, instructions: 'You count.' });
    await runs(agentId);
    await say(ada, room, 'two');
    await sees(room, 'Two.');
    expect(fake.requests.map(({ model }) => model)).toEqual(['tiny', 'large']);
    expect(fake.requests[1]?.messages[0]).toEqual({ role: 'system', content: 'You count.' });
    const { requestedScopes } = (await ada.get(`/v1/agents/${agentId}`)).body.item;
    expect(requestedScopes.map(({ scope }: Json) => scope)).toContain('clock.read');

    const other = await new FakeModel().start();
    other.key = 'another-key';
    const moved = await ada.patch(path, { url: other.url, model: 'tiny' });
    expectRefusal(moved, 400, 'model_key_refused', '/key');
    expect(moved.body.error.reason).toBe('key_missing');
    await other.stop();
    expectRefusal(await ada.patch(path, { key: 'wrong-key' }), 400, 'model_key_refused', '/key');
    expect(await modelOf(agentId)).toMatchObject({ model: 'large', url: fake.url, hasKey: true });
  });

  it('reads pictures if it was added so, and otherwise only learns that there was one', async () => {
    fake.answers.push(says('I see.'));
    for (const [body, images, read] of [
      [{}, false, named],
      [{ images: false }, false, named],
      [{ images: true }, true, shown],
    ] as const) {
      const { agentId, room } = await added(body);
      expect(await modelOf(agentId)).toMatchObject({ images });
      expect(await readOf(room), JSON.stringify(body)).toEqual(read);
    }
  });

  it('reads pictures from when it is changed so, until that is taken back', async () => {
    fake.answers.push(says('I see.'));
    const { agentId, room } = await added();
    for (const [body, images, read] of [
      [{ images: true }, true, shown],
      [{ instructions: 'You describe.', url: fake.url }, true, shown],
      [{ images: false }, false, named],
    ] as const) {
      const changed = await ada.patch(`/v1/agents/${agentId}/model`, body);
      expect(changed.body.item).toMatchObject({ images });
      await runs(agentId);
      expect(await readOf(room), JSON.stringify(body)).toEqual(read);
    }
  });

  it('is removed alone or with its agent, and nothing of it stays', async () => {
    fake.answers.push(says('Hello.'));
    for (const [path, after] of [
      ['/model', 'live'],
      ['', 404],
    ] as const) {
      const { agentId, room } = await added({ key });
      await say(ada, room, 'hello');
      await sees(room, 'Hello.');
      expect((await ada.del(`/v1/agents/${agentId}${path}`)).status).toBe(204);
      const gone = await ada.get(`/v1/agents/${agentId}/model`);
      expect([gone.status, gone.body.error.code]).toEqual([404, after === 404 ? 'agent_not_found' : 'model_not_found']);
      for (const table of ['agent_models', 'model_answers', 'model_days']) {
        const { rows } = await sql`select from ${sql.table(table)} where agent_id = ${agentId}`.execute(storage.db);
        expect(rows, table).toEqual([]);
      }
      if (after === 404) continue;
      const asked = fake.requests.length;
      await say(ada, room, 'still there?');
      await quiet(server);
      expect(fake.requests).toHaveLength(asked);
    }
  });

  it('rests while its agent is paused, and answers afterwards', async () => {
    fake.answers.push(says('Back.'));
    const { agentId, room } = await added();
    await runs(agentId);
    await ada.post(`/v1/agents/${agentId}/pause`);
    await eventually(server, 'it to rest', async () => (await modelOf(agentId)).state === 'waiting');
    await say(ada, room, 'hello');
    await quiet(server);
    expect(fake.requests).toEqual([]);
    await ada.post(`/v1/agents/${agentId}/resume`);
    await say(ada, room, 'hello again');
    await sees(room, 'Back.');
  });

  it('runs on with another credential when its own is revoked', async () => {
    fake.answers.push(says('Still here.'));
    const { agentId, room } = await added();
    await runs(agentId);
    const [credential] = (await ada.get(`/v1/agents/${agentId}/credentials`)).body.items;
    await ada.del(`/v1/agents/${agentId}/credentials/${credential.credentialId}`);
    await eventually(server, 'another credential', async () =>
      (await ada.get(`/v1/agents/${agentId}/credentials`)).body.items.some(({ revokedAt }: Json) => revokedAt === null),
    );
    await say(ada, room, 'hello');
    await sees(room, 'Still here.');
  });

  it('says in the room and to its owner that its service fails, until it answers again', async () => {
    fake.answers.push(refuses(401, 'no', 'invalid_api_key'), says('Back.'));
    const { agentId, room } = await added();
    await say(ada, room, 'hello');
    await sees(room, 'wants a key');
    await eventually(server, 'it to fail', async () => (await modelOf(agentId)).state === 'failing');
    expect(await modelOf(agentId)).toMatchObject({ failure: { kind: 'key_missing' } });
    await say(ada, room, 'hello?');
    await sees(room, 'Back.');
    await runs(agentId);
    expect((await modelOf(agentId)).failure).toBeNull();
    const turns = logged.split('\n').filter((line) => line.includes(agentId) && /"msg":"model /.test(line));
    expect(turns.map((line) => JSON.parse(line).msg)).toEqual(['model started', 'model fails', 'model answers again']);
  });

  it('is for its owner alone to read', async () => {
    const { agentId } = await added();
    const ben = await signUp(server);
    for (const path of ['', '/days', '/answers'])
      expect((await ben.get(`/v1/agents/${agentId}/model${path}`)).status).toBe(404);
    expect((await ben.patch(`/v1/agents/${agentId}/model`, { key: null })).status).toBe(404);
    expect((await ben.del(`/v1/agents/${agentId}/model`)).status).toBe(404);
  });
});

describe('an address', () => {
  it.each([
    ['http://10.0.0.1/v1', 'not public'],
    ['http://169.254.169.254/v1', 'not public'],
    ['https://127.0.0.1/v1', 'not public'],
    ['https://localhost/v1', 'not public'],
    ['http://models.example/v1', 'https'],
    ['https://a:b@models.example/v1', 'user name'],
    ['nonsense', 'not a valid URL'],
  ])('such as %s is refused', async (url, hint) => {
    for (const path of ['/v1/models/list', '/v1/models']) {
      const body = path === '/v1/models' ? { name: 'Tiny', url, model: 'tiny' } : { url };
      const answer = await ada.post(path, body);
      expectRefusal(answer, 400, 'model_address_refused', '/url');
      expect(answer.body.error.hint).toContain(hint);
    }
  });

  it('of this machine is refused to whoever comes through a proxy', async () => {
    const through = { 'x-forwarded-for': '192.0.2.1' };
    const answer = await ada.post('/v1/models/list', { url: fake.url }, through);
    expectRefusal(answer, 400, 'model_address_refused', '/url');
  });

  it('at which no API answers, and a model that it does not have, are refused with what to do', async () => {
    const dead = await ada.post('/v1/models/list', { url: 'http://127.0.0.1:9/v1' });
    expectRefusal(dead, 409, 'model_unreachable', '/url');
    const unknown = await ada.post('/v1/models', { name: 'Tiny', url: fake.url, model: 'huge' });
    expectRefusal(unknown, 400, 'model_unknown', '/model');
    expect(unknown.body.error.hint).toContain('tiny, large');
    fake.models = null;
    expect((await ada.post('/v1/models/list', { url: fake.url })).body).toEqual({ items: null, url: fake.url });
    await added({ model: 'huge' });
  });
});

describe('a model of the operator', () => {
  it('is picked without a key, costs its person what it says, and ends at the daily limit', async () => {
    fake.key = key;
    fake.answers.push(says('Hello.'));
    const offer = { offerId: 'house', name: 'House', models: ['tiny'], dailyLimit: 2 };
    expect((await ada.get('/v1/models')).body.items).toMatchObject([offer]);
    const wrong = await ada.post('/v1/models', { name: 'Mine', offerId: 'house', model: 'large' });
    expectRefusal(wrong, 400, 'model_unknown', '/model');
    const { agentId, room } = await added({ url: undefined, offerId: 'house' });
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      await say(ada, room, text);
      await eventually(server, text, async () => (await answersIn(room)).length === index + 1);
    }
    await sees(room, 'You have had the 2 answers');
    expect(fake.requests).toHaveLength(2);
    const { items } = (await ada.get('/v1/models/answers')).body;
    expect(items.map(({ cost, currency }: Json) => [cost, currency])).toEqual(Array(2).fill([0.00014, 'EUR']));
    expect(await modelOf(agentId)).toMatchObject({ offerId: 'house', url: null, hasKey: false, dailyLimit: 2 });
    await server.clock.leap(24 * 60 * 60_000);
    await say(ada, room, 'a new day');
    await eventually(server, 'an answer', () => fake.requests.length === 3);
  });

  it('reads pictures where the operator says so, whatever its person says', async () => {
    fake.answers.push(says('I see.'));
    expect((await ada.get('/v1/models')).body.items).toMatchObject([{ offerId: 'house', images: true }]);
    const body = { name: 'Mine', offerId: 'house', model: 'tiny', images: true };
    expectRefusal(await ada.post('/v1/models', body), 400, 'malformed_request');
    const { agentId, room } = await added({ url: undefined, offerId: 'house' });
    expect(await modelOf(agentId)).toMatchObject({ images: true });
    expect(await readOf(room)).toEqual(shown);
    const path = `/v1/agents/${agentId}/model`;
    expectRefusal(await ada.patch(path, { images: false }), 400, 'malformed_request', '/images');
    expectRefusal(await ada.patch(path, { offerId: 'house', images: false }), 400, 'malformed_request');
    expect((await ada.patch(path, { url: fake.url })).body.item).toMatchObject({ offerId: null, images: false });
  });
});

it('shows no key in any answer, log or text of the database', async () => {
  fake.key = key;
  fake.answers.push(says('Hello.'));
  const { agentId, room } = await added({ key });
  await say(ada, room, 'hello');
  await sees(room, 'Hello.');
  fake.key = 'another';
  await say(ada, room, 'and now?');
  await sees(room, 'refuses my key');
  const refused = await ada.post('/v1/models', { name: 'Tiny', url: fake.url, key, model: 'tiny' });
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(storage.db);
  const texts = await Promise.all(
    tables.map(({ name }) => sql`select t::text as text from ${sql.table(name)} t`.execute(storage.db)),
  );
  const answers = [refused.body, await modelOf(agentId), await messagesOf(ada, room), logged];
  expect(logged).toContain('model started');
  expect(JSON.stringify([answers, texts])).not.toContain('very-secret');
});
