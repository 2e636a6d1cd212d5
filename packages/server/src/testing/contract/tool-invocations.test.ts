import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { openDesk, type Change, type Desk } from './desk.ts';
import { quiet } from './eventually.ts';
import { refusalOf, type Answer, type Json } from './http.ts';
import { signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody } from './shapes.ts';
import { grant } from './speak.ts';

const server = useServer();
const all = ['clock.read', 'coin.charge', 'identity.read'];
const charge = { amount: 1, reason: 'tea' };
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, all);
});

describe('§5 invoking a tool that is allowed', () => {
  it('answers at once, and the result follows', async () => {
    const answer = await desk.invoke('clock.now');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ outcome: 'allow', invocation_id: expect.stringMatching(idOf('inv')) });
    const result = await desk.result(answer.body.invocation_id);
    expect(result).toEqual({
      invocation_id: answer.body.invocation_id,
      tool: 'clock.now',
      requested_scope: 'clock.read',
      outcome: 'succeeded',
      content: expect.anything(),
      is_error: false,
    });
  });

  it('tells the time of the platform', async () => {
    const { content } = await desk.run('clock.now');
    const [said] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/.exec(JSON.stringify(content)) ?? [];
    expect(Math.abs(Date.parse(said ?? '') - server.clock.now())).toBeLessThan(60_000);
  });

  it('delivers the result in the place of messages, on behalf of the same person', async () => {
    const { body } = await desk.invoke('clock.now');
    const fits = (envelope: Json) => envelope.tool_result.invocation_id === body.invocation_id;
    const envelope = await desk.inbox.awaitEnvelope('tool.result', fits);
    expect(envelope).toMatchObject({ conversation_id: desk.conversation, agent_id: desk.agent.agentId, task_id: null });
    expect(envelope.user.id).toBe(desk.person.userId);
    expect(envelope).not.toHaveProperty('messages');
  });

  it('gives a delivery that may be replied to and acted on', async () => {
    const { body } = await desk.invoke('clock.now');
    const fits = (envelope: Json) => envelope.tool_result.invocation_id === body.invocation_id;
    const { delivery_id: deliveryId } = await desk.inbox.awaitEnvelope('tool.result', fits);
    expect((await desk.agent.reply(deliveryId, 'it is late')).status).toBe(202);
    const again = await desk.invoke('clock.now', {}, { body: { in_reply_to_delivery_id: deliveryId } });
    expect(again.body.outcome).toBe('allow');
  });

  it('has one result for one key', async () => {
    const change = { key: 'the same', signing: { unix: desk.agent.unix() - 250 } };
    const first = await desk.invoke('clock.now', {}, change);
    const second = await desk.invoke('clock.now', {}, { key: 'the same', signing: { unix: desk.agent.unix() - 251 } });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    await desk.result(first.body.invocation_id);
    await quiet(server);
    const { invocation_id: id } = first.body;
    expect(
      desk.inbox.envelopes('tool.result').filter(({ tool_result: { invocation_id } }) => invocation_id === id),
    ).toHaveLength(1);
    const other = await desk.invoke('identity.read', { fields: ['handle'] }, { key: 'the same' });
    expectRefusal(other, 422, 'idempotency_key_reused');
  });
});

describe('§5 invoking a tool that asks', () => {
  it('answers with the approval, and nothing happens', async () => {
    const answer = await desk.invoke('coin.charge', charge);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      outcome: 'pending_approval',
      invocation_id: expect.stringMatching(idOf('inv')),
      approval_id: expect.stringMatching(idOf('apr')),
    });
    await quiet(server);
    const results = desk.inbox.envelopes('tool.result').map((envelope) => envelope.tool_result.invocation_id);
    expect(results).not.toContain(answer.body.invocation_id);
    expect(await desk.balance()).toBe(100);
  });

  it('asks once for one key', async () => {
    const [first, second] = [
      await desk.invoke('coin.charge', charge, { key: 'ask once' }),
      await desk.invoke('coin.charge', charge, { key: 'ask once' }),
    ];
    expect(second.body.approval_id).toBe(first.body.approval_id);
  });
});

describe('§5 the grant behind an invocation', () => {
  it('is the live one, for every call', async () => {
    const own = await openDesk(server, all);
    await own.grant('clock.read');
    expectRefusal(await own.invoke('coin.charge', charge), 403, 'scope_not_granted');
    expect((await own.invoke('clock.now')).status).toBe(200);
    await own.grant();
    expectRefusal(await own.invoke('clock.now'), 403, 'scope_not_granted');
    await own.grant('clock.read');
    expect((await own.invoke('clock.now')).status).toBe(200);
    own.inbox.close();
  });

  it('lets the refused call be made again under its key once it is there', async () => {
    const own = await openDesk(server, all);
    await own.grant();
    expectRefusal(await own.invoke('clock.now', {}, { key: 'retry' }), 403, 'scope_not_granted');
    await own.grant('clock.read');
    expect((await own.invoke('clock.now', {}, { key: 'retry' })).status).toBe(200);
    own.inbox.close();
  });

  it('is missing alike where nothing was ever granted and where the manifest never asked', async () => {
    const bare = await openDesk(server, []);
    const asked = await openDesk(server, all);
    await asked.grant('coin.charge');
    const [one, two] = [await bare.invoke('clock.now'), await asked.invoke('clock.now')];
    expectRefusal(one, 403, 'scope_not_granted');
    // The hint concerns the agent's own manifest. What the refusals reveal of the person is the same.
    const said = (answer: Answer) => ({ ...refusalOf(answer), hint: null });
    expect(said(one)).toEqual(said(two));
    bare.inbox.close();
    asked.inbox.close();
  });

  it('is that of the person whom the delivery is on behalf of', async () => {
    const cyd = await signUp(server);
    const group = await openConversation(desk.person, desk.agent, [cyd]);
    const deliveryId = await deliver(cyd, group, 'what time is it?');
    const change = { body: { in_reply_to_delivery_id: deliveryId } };
    expectRefusal(await desk.invoke('clock.now', {}, change), 403, 'scope_not_granted');
    await grant(cyd, desk.agent, 'clock.read');
    expect((await desk.invoke('clock.now', {}, change)).body.outcome).toBe('allow');
  });

  it('is not made by naming another scope', async () => {
    const own = await openDesk(server, all);
    await own.grant('clock.read');
    const answer = await own.invoke('coin.charge', charge, { body: { requested_scope: 'clock.read' } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await own.person.get('/v1/approvals')).body.items).toEqual([]);
    own.inbox.close();
  });
});

describe('§5 the delivery behind an invocation', () => {
  it('may be a call by another agent: it is still on behalf of the person', async () => {
    const caller = await registerAgent(server, desk.person);
    const asked = await deliver(desk.person, await openConversation(desk.person, caller), 'ask the clerk');
    const { body } = await caller.reply(asked, 'over to you', { to_agent_id: desk.agent.agentId });
    const change = { body: { in_reply_to_delivery_id: body.agent_call.delivery_id } };
    expect((await desk.invoke('clock.now', {}, change)).body.outcome).toBe('allow');
    await desk.grant('coin.charge', 'identity.read');
    expectRefusal(await desk.invoke('clock.now', {}, change), 403, 'scope_not_granted');
    await desk.grant(...all);
  });
});

describe('§5 refused invocations', () => {
  it.each<[string, Change, string]>([
    ['no version', { body: { version: undefined } }, '/version'],
    ['another version', { body: { version: '2' } }, '/version'],
    ['no delivery', { body: { in_reply_to_delivery_id: undefined } }, '/in_reply_to_delivery_id'],
    ['no scope', { body: { requested_scope: undefined } }, '/requested_scope'],
    ['no tool', { body: { tool: undefined } }, '/tool'],
    ['a tool that is no text', { body: { tool: 7 } }, '/tool'],
    ['no arguments', { body: { arguments: undefined } }, '/arguments'],
    ['a list of arguments', { body: { arguments: [] } }, '/arguments'],
    ['an approval of its own making', { body: { approval_id: nobody('apr') } }, '/approval_id'],
  ])('have %s', async (_what, change, path) => {
    expectRefusal(await desk.invoke('clock.now', {}, change), 400, 'malformed_request', path);
  });

  it('have no Idempotency-Key', async () => {
    expectRefusal(await desk.invoke('clock.now', {}, { key: null }), 400, 'idempotency_key_required');
  });

  it('name a tool that is not there', async () => {
    const answer = await desk.invoke('clock.stop', {}, { body: { requested_scope: 'clock.read' } });
    expectRefusal(answer, 404, 'tool_not_found');
  });

  it('name a delivery that is not there or another agent’s', async () => {
    const other = await registerAgent(server, desk.owner);
    const foreign = await deliver(desk.owner, await openConversation(desk.owner, other), 'hello');
    for (const id of [nobody('dlv'), foreign]) {
      const answer = await desk.invoke('clock.now', {}, { body: { in_reply_to_delivery_id: id } });
      expectRefusal(answer, 404, 'delivery_not_found');
    }
  });

  it('name a delivery of a room that the agent has left', async () => {
    const conversation = await openConversation(desk.person, desk.agent);
    const deliveryId = await deliver(desk.person, conversation, 'hello');
    await desk.person.del(`/v1/conversations/${conversation}/members/${desk.agent.agentId}`);
    const answer = await desk.invoke('clock.now', {}, { body: { in_reply_to_delivery_id: deliveryId } });
    expectRefusal(answer, 404, 'delivery_not_found');
  });

  it.each([
    ['coin.charge', {}, '/arguments'],
    ['coin.charge', { amount: 0, reason: 'a' }, '/arguments/amount'],
    ['coin.charge', { amount: -5, reason: 'a' }, '/arguments/amount'],
    ['coin.charge', { amount: 1.5, reason: 'a' }, '/arguments/amount'],
    ['coin.charge', { amount: '5', reason: 'a' }, '/arguments/amount'],
    ['coin.charge', { amount: 1e21, reason: 'a' }, '/arguments/amount'],
    ['coin.charge', { amount: 5, reason: 7 }, '/arguments/reason'],
    ['coin.charge', { amount: 5, reason: 'a', to: 'me' }, '/arguments/to'],
    ['identity.read', { fields: ['password'] }, '/arguments/fields/0'],
    ['identity.read', { fields: 'handle' }, '/arguments/fields'],
    ['identity.read', {}, '/arguments'],
    ['clock.now', { zone: 'UTC' }, '/arguments/zone'],
  ])('give %s the arguments %j', async (tool, args, path) => {
    const answer = await desk.invoke(tool, args);
    expectRefusal(answer, 400, 'arguments_invalid');
    expect(answer.body.error.path).toMatch(new RegExp(`^${path}(/|$)`));
  });

  it('are signed wrongly', async () => {
    expectRefusal(await desk.invoke('clock.now', {}, { signing: { signature: 'nonsense' } }), 401, 'unauthorized');
  });
});
