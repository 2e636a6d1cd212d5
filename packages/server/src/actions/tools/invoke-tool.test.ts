import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent } from '../../testing/contract/agent.ts';
import { quiet } from '../../testing/contract/eventually.ts';
import { refusalOf } from '../../testing/contract/http.ts';
import { signUp } from '../../testing/contract/person.ts';
import { messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { idOf, nobody, time } from '../../testing/contract/shapes.ts';
import { startProvider } from './fixtures/provider.ts';
import { openShop, type Shop } from './fixtures/shop.ts';
import { toolEntry, writeToolsFile } from './fixtures/tools-file.ts';

const provider = await startProvider();
afterAll(() => provider.close());

const schema = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 20 }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
};
const entry = (name: string, policy?: string) =>
  toolEntry({ name, input_schema: schema, ...(policy ? { policy } : {}) }, { url: `${provider.url}/${name}` });
const server = useServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    tools: [entry('weather.allowed', 'allow'), entry('weather.denied', 'deny'), entry('weather.asked')],
  }),
});
const weather = { scope: 'weather.read', args: { city: 'Bern' } };
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, ['clock.read', 'coin.charge', 'weather.read']);
});
beforeEach(async () => {
  await shop.grant('clock.read', 'coin.charge', 'weather.read');
});

describe('policy', () => {
  it('allows: the answer comes at once, and the result follows', async () => {
    const answer = await shop.invoke({ tool: 'clock.now', scope: 'clock.read' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ outcome: 'allow', invocation_id: expect.stringMatching(idOf('inv')) });
    expect(await shop.result(answer.body.invocation_id)).toEqual({
      invocation_id: answer.body.invocation_id,
      tool: 'clock.now',
      requested_scope: 'clock.read',
      outcome: 'succeeded',
      content: { now: expect.stringMatching(time), timezone: 'UTC' },
      is_error: false,
    });
  });

  it('denies: the answer says why, a denied result follows, and nothing is called', async () => {
    const { status, body } = await shop.invoke({ tool: 'weather.denied', ...weather });
    expect(status).toBe(200);
    expect(body).toEqual({
      outcome: 'deny',
      invocation_id: expect.stringMatching(idOf('inv')),
      reason: expect.stringMatching(/./),
    });
    expect(await shop.result(body.invocation_id)).toMatchObject({ outcome: 'denied', is_error: true });
    expect(provider.requests.map(({ url }) => url)).not.toContain('/weather.denied?city=Bern');
  });

  it('has the person asked where the operator says nothing else, and runs nothing until then', async () => {
    const { status, body } = await shop.invoke({ tool: 'weather.asked', ...weather });
    expect(status).toBe(200);
    expect(body).toEqual({
      outcome: 'pending_approval',
      invocation_id: expect.stringMatching(idOf('inv')),
      approval_id: expect.stringMatching(idOf('apr')),
    });
    await quiet(server);
    expect(provider.requests.map(({ url }) => url)).not.toContain('/weather.asked?city=Bern');
    expect(shop.events('tool.result').map(({ tool_result }) => tool_result.invocation_id)).not.toContain(
      body.invocation_id,
    );
  });
});

describe('the authority of an invocation', () => {
  const asks = { tool: 'clock.now', scope: 'clock.read' };

  it.each([
    ['that does not exist', async () => nobody('dlv')],
    ['of another agent', async () => (await openShop(server, [])).ask()],
  ])('is not given by a delivery %s', async (_title, delivery) => {
    const answer = await shop.invoke({ ...asks, delivery: await delivery() });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
  });

  it('ends when the person blocks the agent, and when the agent leaves the room', async () => {
    const left = await openShop(server, ['clock.read']);
    const delivery = await left.ask();
    await left.person.put(`/v1/agents/${left.agent.agentId}/membership/preferences`, { blocked: true });
    expect((await left.invoke({ ...asks, delivery })).body.error.code).toBe('delivery_not_found');
    await left.person.put(`/v1/agents/${left.agent.agentId}/membership/preferences`, { blocked: false });
    expect((await left.invoke({ ...asks, delivery })).status).toBe(200);
    await left.person.del(`/v1/conversations/${left.conversation}/members/${left.agent.agentId}`);
    expect((await left.invoke({ ...asks, delivery })).body.error.code).toBe('delivery_not_found');
  });

  it('comes before the tool, the tool before the scope, the scope before the arguments', async () => {
    await shop.grant();
    const nowhere = await shop.invoke({ tool: 'no.tool', scope: 'no.scope', delivery: nobody('dlv') });
    expect(nowhere.body.error.code).toBe('delivery_not_found');
    const unknown = await shop.invoke({ tool: 'no.tool', scope: 'no.scope' });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'tool_not_found']);
    const ungranted = await shop.invoke({ ...asks, args: { strange: 1 } });
    expect([ungranted.status, ungranted.body.error.code]).toEqual([403, 'scope_not_granted']);
    await shop.grant('clock.read');
    const strange = await shop.invoke({ ...asks, args: { strange: 1 } });
    expect([strange.status, strange.body.error.code]).toEqual([400, 'arguments_invalid']);
  });

  it('is the grant as it is now: the same request succeeds once the scope is granted', async () => {
    const delivery = await shop.ask();
    await shop.grant('coin.charge');
    const signing = { key: 'granted later' };
    const refused = await shop.invoke({ ...asks, delivery }, signing);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'scope_not_granted']);
    await shop.grant('clock.read');
    expect((await shop.invoke({ ...asks, delivery }, signing)).body.outcome).toBe('allow');
  });

  it('is not made by naming a scope: a granted one does not open a tool of another', async () => {
    const answer = await shop.invoke({ tool: 'clock.now', scope: 'coin.charge' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'scope_not_granted']);
    expect(answer.body.error.path).toBe('/requested_scope');
  });

  it('needs the manifest to ask for the scope still', async () => {
    const shrinking = await openShop(server, ['clock.read']);
    await shrinking.owner.put(`/v1/agents/${shrinking.agent.agentId}/manifest`, {
      manifest: {
        version: '1',
        handle: shrinking.agent.handle,
        name: 'Shop',
        description: 'A shop.',
        transport: 'relay',
        access: 'public',
        requested_scopes: [],
      },
    });
    expect((await shrinking.invoke(asks)).body.error.code).toBe('scope_not_granted');
  });

  it('§5 is the same refusal for an agent that the person never granted anything', async () => {
    const stranger = await registerAgent(server, shop.owner, {
      access: 'public',
      requested_scopes: [{ scope: 'clock.read', reason: 'x' }],
    });
    const person = await signUp(server);
    const conversation = await openConversation(person, stranger);
    const sent = await person.post(`/v1/conversations/${conversation}/messages`, { text: 'hi' });
    const body = {
      version: '1',
      in_reply_to_delivery_id: sent.body.deliveries[0].deliveryId,
      requested_scope: 'clock.read',
      tool: 'clock.now',
      arguments: {},
    };
    const never = await stranger.send('/hooks/v1/tools/invoke', body, { key: 'x' });
    await shop.grant();
    expect(refusalOf(never)).toEqual(refusalOf(await shop.invoke(asks)));
  });
});

describe('arguments', () => {
  it.each([
    ['/arguments/city', {}],
    ['/arguments/city', { city: 7 }],
    ['/arguments/city', { city: 'x'.repeat(21) }],
    ['/arguments/days', { city: 'Bern', days: 0 }],
    ['/arguments/days', { city: 'Bern', days: 1.5 }],
    ['/arguments/a~1b', { city: 'Bern', 'a/b': 1 }],
  ])('are refused at %s: %j', async (path, args) => {
    const { status, body } = await shop.invoke({ tool: 'weather.allowed', scope: 'weather.read', args });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'arguments_invalid', path });
  });

  it.each([
    ['/arguments/amount', { reason: 'Tea' }],
    ['/arguments/amount', { amount: 0, reason: 'Tea' }],
    ['/arguments/amount', { amount: -5, reason: 'Tea' }],
    ['/arguments/amount', { amount: 1.5, reason: 'Tea' }],
    ['/arguments/amount', { amount: '5', reason: 'Tea' }],
    ['/arguments/reason', { amount: 5 }],
    ['/arguments/reason', { amount: 5, reason: '' }],
    ['/arguments/reason', { amount: 5, reason: 'x'.repeat(141) }],
    ['/arguments/reason', { amount: 5, reason: 'two\nlines' }],
    ['/arguments/to', { amount: 5, reason: 'Tea', to: 'me' }],
  ])('of coin.charge are refused at %s: %j', async (path, args) => {
    const { status, body } = await shop.invoke({ tool: 'coin.charge', args });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'arguments_invalid', path });
  });

  it('that hold a number beyond all bounds are refused', async () => {
    const delivery = await shop.ask();
    const body = `{"version":"1","in_reply_to_delivery_id":"${delivery}","requested_scope":"weather.read","tool":"weather.asked","arguments":{"city":"Bern","days":1e999}}`;
    const answer = await shop.agent.send('/hooks/v1/tools/invoke', body, { key: 'infinite' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'arguments_invalid']);
  });

  it('have to be an object', async () => {
    const delivery = await shop.ask();
    const body = { version: '1', in_reply_to_delivery_id: delivery, requested_scope: 'clock.read', tool: 'clock.now' };
    for (const args of [undefined, null, [], 'x']) {
      const answer = await shop.agent.send('/hooks/v1/tools/invoke', { ...body, arguments: args }, { key: 'shape' });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/arguments' });
    }
  });
});

describe('a repeated invocation', () => {
  it('needs an Idempotency-Key', async () => {
    const delivery = await shop.ask();
    const body = {
      version: '1',
      in_reply_to_delivery_id: delivery,
      requested_scope: 'clock.read',
      tool: 'clock.now',
      arguments: {},
    };
    const answer = await shop.agent.send('/hooks/v1/tools/invoke', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'idempotency_key_required']);
  });

  it('gets the first answer byte for byte, asks nobody twice and has one result', async () => {
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' }, delivery: await shop.ask() };
    const before = (await messagesOf(shop.person, shop.conversation)).length;
    const [one, twin] = await Promise.all([shop.invoke(call, { key: 'twice' }), shop.invoke(call, { key: 'twice' })]);
    const again = await shop.invoke(call, { key: 'twice' });
    expect([twin.text, again.text]).toEqual([one.text, one.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await messagesOf(shop.person, shop.conversation)).toHaveLength(before + 1);
    await shop.resolve(one.body.approval_id, 'denied');
    await shop.result(one.body.invocation_id);
    expect((await shop.invoke(call, { key: 'twice' })).text).toBe(one.text);
    await quiet(server);
    const results = shop.events('tool.result').map(({ tool_result }) => tool_result.invocation_id);
    expect(results.filter((id) => id === one.body.invocation_id)).toHaveLength(1);
  });

  it('under the same key with other arguments is refused', async () => {
    const call = { tool: 'coin.charge', delivery: await shop.ask() };
    expect((await shop.invoke({ ...call, args: { amount: 1, reason: 'Tea' } }, { key: 'reused' })).status).toBe(200);
    const other = await shop.invoke({ ...call, args: { amount: 2, reason: 'Tea' } }, { key: 'reused' });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('with the same signature under another key is a replay', async () => {
    const call = { tool: 'clock.now', scope: 'clock.read', delivery: await shop.ask() };
    const unix = shop.agent.unix();
    expect((await shop.invoke(call, { key: 'signed 1', unix })).status).toBe(200);
    expect((await shop.invoke(call, { key: 'signed 2', unix })).status).toBe(401);
  });
});
