import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import type { Answer, Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';
import { prefer } from './speak.ts';

const server = useServer();
const [minuteMs, dayMs] = [60_000, 86_400_000];
const scope = 'schedule.write';
let ada: Person;
let agent: Agent;
let conversation: string;
let deliveryId: string;

const requesting = { name: 'Gardener', access: 'public', requested_scopes: [{ scope, reason: 'To water in time.' }] };
const grant = (scopes: string[], by = ada, to = agent) =>
  by.put(`/v1/agents/${to.agentId}/membership/grants`, { scopes });

beforeAll(async () => {
  ada = await signUp(server, { timezone: 'Europe/Zurich' });
});
beforeEach(async () => {
  agent = await registerAgent(server, ada, requesting);
  conversation = await openConversation(ada, agent);
  await grant([scope]);
  deliveryId = await deliver(ada, conversation, 'Remind me to water.');
});

const inMs = (ms: number) => new Date(server.clock.now() + ms).toISOString();
let plans = 0;
/** Plans with a signature of its own, because the same bytes in the same second would count as a repeat. */
const send = (change: Json = {}, by = agent, signing = {}): Promise<Answer> => {
  plans += 1;
  const body = { version: '1', in_reply_to_delivery_id: deliveryId, text: 'Water the beans.', ...change };
  return by.send('/hooks/v1/schedules', body, { unix: by.unix() - (plans % 200), ...signing });
};
async function plan(change: Json = { at: inMs(60 * minuteMs) }): Promise<string> {
  const answer = await send(change);
  if (answer.status !== 201) throw new Error(`Planning answered ${answer.status}: ${answer.text}`);
  return answer.body.schedule_id;
}
const own = async (by = agent): Promise<Json[]> => (await by.send('/hooks/v1/schedules')).body.items;
const end = (id: string, by = agent) => by.send(`/hooks/v1/schedules/${id}`, undefined, { method: 'DELETE' });
const seen = async (by = ada): Promise<Json[]> =>
  (await by.get(`/v1/conversations/${conversation}/schedules`)).body.items;

describe('§29 an agent plans', () => {
  it('one time: answered with it, listed for the agent, and seen by people with who made it', async () => {
    const at = inMs(60 * minuteMs);
    const { status, body } = await send({ at });
    expect(status).toBe(201);
    expect(body).toEqual({ schedule_id: expect.stringMatching(idOf('sch')), next_at: at });
    const shared = { at, cron: null, timezone: 'Europe/Zurich', text: 'Water the beans.' };
    const { schedule_id } = body;
    expect((await agent.send('/hooks/v1/schedules')).body).toEqual({
      items: [{ schedule_id, conversation_id: conversation, ...shared, next_at: at }],
      next_cursor: null,
    });
    const createdBy = { type: 'agent', id: agent.agentId };
    expect(await seen()).toEqual([{ scheduleId: schedule_id, createdBy, ...shared, nextAt: at }]);
  });

  it('times that repeat, in the time zone that it names', async () => {
    const { body } = await send({ cron: '0 9 1 1 *', timezone: 'America/New_York' });
    expect(body.next_at).toMatch(/-01-01T14:00:00\.000Z$/);
    const [listed] = await seen();
    expect(listed).toMatchObject({ at: null, cron: '0 9 1 1 *', timezone: 'America/New_York', nextAt: body.next_at });
  });

  it('and lists in pages what it made itself, nothing of people', async () => {
    await ada.post(`/v1/conversations/${conversation}/schedules`, { cron: '0 9 1 1 *', text: 'By Ada' });
    const ids = [await plan(), await plan(), await plan()];
    const first = (await agent.send('/hooks/v1/schedules?limit=2')).body;
    const second = (await agent.send(`/hooks/v1/schedules?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...second.items].map((item: Json) => item.schedule_id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect((await seen()).map(({ createdBy }) => createdBy.type)).toEqual(['user', 'agent', 'agent', 'agent']);
  });

  it('once for an idempotency key, and once for a signature', async () => {
    const at = inMs(minuteMs);
    const [one, two] = [await send({ at }, agent, { key: 'k' }), await send({ at }, agent, { key: 'k' })];
    expect(two.body).toEqual(one.body);
    const unix = agent.unix() - 250;
    const [three, four] = [await send({ at }, agent, { unix }), await send({ at }, agent, { unix })];
    expect(four.body).toEqual(three.body);
    expect(await own()).toHaveLength(2);
  });

  it('and ends its own, not those of people or of other agents', async () => {
    const id = await plan();
    const answer = await end(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await seen()).toEqual([]);
    const byAda = await ada.post(`/v1/conversations/${conversation}/schedules`, { cron: '0 9 1 1 *', text: 'By Ada' });
    const other = await registerAgent(server, ada, requesting);
    const mine = await plan();
    for (const [none, by] of [
      [id, agent],
      [byAda.body.item.scheduleId, agent],
      [mine, other],
      [nobody('sch'), agent],
      ['x', agent],
    ] as const)
      expectRefusal(await end(none, by), 404, 'schedule_not_found');
    expect(await own(other)).toEqual([]);
    expect(await seen()).toHaveLength(2);
  });

  it('and a person in the room can end it', async () => {
    const id = await plan();
    expect((await ada.del(`/v1/conversations/${conversation}/schedules/${id}`)).status).toBe(204);
    expect(await own()).toEqual([]);
  });
});

describe('§29 a plan is refused', () => {
  it('without the scope of the person of the delivery, who is asked for it', async () => {
    await grant([]);
    expectRefusal(await send({ at: inMs(minuteMs) }), 403, 'scope_not_granted');
    const { items } = (await ada.get('/v1/waiting')).body;
    expect(items.find((item: Json) => item.agentId === agent.agentId)?.scopes).toMatchObject([
      { scope, triedAt: expect.stringMatching(time) },
    ]);
    const bea = await signUp(server);
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: bea.userId });
    await grant([scope], bea);
    expectRefusal(await send({ at: inMs(minuteMs) }), 403, 'scope_not_granted');
    const ofBea = await deliver(bea, conversation, 'Remind me.');
    expect((await send({ at: inMs(minuteMs), in_reply_to_delivery_id: ofBea })).status).toBe(201);
  });

  it('where the delivery authorizes nothing: another agent’s, unknown, blocked, stopped, or its person has left', async () => {
    const at = inMs(minuteMs);
    const path = '/in_reply_to_delivery_id';
    const other = await registerAgent(server, ada, requesting);
    expectRefusal(await send({ at }, other), 404, 'delivery_not_found', path);
    expectRefusal(await send({ at, in_reply_to_delivery_id: nobody('dlv') }), 404, 'delivery_not_found', path);
    await prefer(ada, agent, { blocked: true });
    expectRefusal(await send({ at }), 404, 'delivery_not_found', path);
    await prefer(ada, agent, { blocked: false });
    expect((await send({ at })).status).toBe(201);
    const { messageId } = (await messagesOf(ada, conversation, '?limit=1')).at(-1) ?? {};
    await ada.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`);
    expectRefusal(await send({ at }), 409, 'reply_stopped');
    const bea = await signUp(server);
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: bea.userId });
    await grant([scope], bea);
    deliveryId = await deliver(bea, conversation, 'Remind me.');
    await bea.del(`/v1/conversations/${conversation}/members/${bea.userId}`);
    expectRefusal(await send({ at }), 403, 'scope_not_granted');
  });

  it('at a time that has passed, or more than 365 days ahead', async () => {
    for (const at of [inMs(0), inMs(-minuteMs), inMs(365 * dayMs + 1000), '9999-01-01T00:00:00Z', 'tomorrow', null, 5])
      expectRefusal(await send({ at }), 400, 'malformed_request', '/at');
    expect((await send({ at: inMs(365 * dayMs) })).status).toBe(201);
  });

  it('with both at and cron, with neither, and with what people may not send either', async () => {
    expectRefusal(await send(), 400, 'malformed_request', '/at');
    expectRefusal(await send({ at: inMs(minuteMs), cron: '* * * * *' }), 400, 'malformed_request', '/at');
    const at = inMs(minuteMs);
    for (const [change, path] of [
      [{ cron: '@daily' }, '/cron'],
      [{ cron: '0 0 31 2 *' }, '/cron'],
      [{ at, timezone: 'Mars/Olympus' }, '/timezone'],
      [{ at, text: '' }, '/text'],
      [{ at, text: 'x'.repeat(1001) }, '/text'],
      [{ at, text: 'a\u202eb' }, '/text'],
      [{ at, every: 'day' }, '/every'],
      [{ at, version: '2' }, '/version'],
    ] as const)
      expectRefusal(await send(change), 400, 'malformed_request', path);
    expect((await send({ at, text: 'x'.repeat(1000) })).status).toBe(201);
  });

  it('for the 21st of a room; those of people do not count, nor do these among theirs', async () => {
    await ada.post(`/v1/conversations/${conversation}/schedules`, { cron: '0 9 1 1 *', text: 'By Ada' });
    for (let count = 0; count < 20; count += 1) await plan({ cron: '0 0 1 1 *' });
    const refused = await send({ cron: '0 0 1 1 *' });
    expectRefusal(refused, 409, 'too_many_schedules');
    deliveryId = await deliver(ada, await openConversation(ada, agent), 'Elsewhere.');
    await plan();
  });
});

describe('§29 a firing of an agent’s plan', () => {
  it('is one tick.scheduled for its person, and the schedule is gone', async () => {
    const inbox = await openInbox(agent);
    await plan({ at: inMs(minuteMs) });
    await server.clock.advance(minuteMs + 100);
    const tick = await inbox.awaitEnvelope('tick.scheduled');
    expect(tick).toMatchObject({ conversation_id: conversation, user: { id: ada.userId }, task_id: null });
    expect(tick.messages).toMatchObject([{ author: 'platform', author_id: null, text: 'Water the beans.' }]);
    const [line] = await messagesOf(ada, conversation, '?limit=1');
    expect(line).toMatchObject({ author: { type: 'platform' }, body: '“Gardener” planned: Water the beans.' });
    expect([await own(), await seen()]).toEqual([[], []]);
    await server.clock.leap(60 * minuteMs);
    await quiet(server);
    expect(inbox.envelopes('tick.scheduled')).toHaveLength(1);
    inbox.close();
  });

  it('repeats with cron, takes replies, calls nobody and may plan again', async () => {
    const inbox = await openInbox(agent);
    await plan({ cron: '* * * * *' });
    for (const count of [1, 2]) {
      await server.clock.advance(minuteMs);
      await inbox.awaitEnvelope('tick.scheduled', () => inbox.envelopes('tick.scheduled').length >= count);
    }
    const { delivery_id: tick } = inbox.envelopes('tick.scheduled').at(-1);
    const other = await registerAgent(server, ada);
    await openConversation(ada, other);
    const called = await agent.reply(tick, 'help', { to_agent_id: other.agentId });
    expectRefusal(called, 409, 'agent_call_no_human_origin');
    expect((await agent.reply(tick, 'Watered.')).status).toBe(202);
    expect((await send({ at: inMs(minuteMs), in_reply_to_delivery_id: tick })).status).toBe(201);
    inbox.close();
  });

  it.each([
    ['the person withdraws the scope', () => grant([])],
    [
      'the manifest no longer requests it',
      () => ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: manifestOf([]) }),
    ],
    ['the agent leaves', () => ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`)],
  ])('never comes once %s: it is listed nowhere, and a new grant revives nothing', async (_what, withdraw) => {
    const inbox = await openInbox(agent);
    await plan({ cron: '* * * * *' });
    expect((await withdraw()).status).toBeLessThan(300);
    expect([await own(), await seen()]).toEqual([[], []]);
    await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: manifestOf(requesting.requested_scopes) });
    await grant([scope]);
    await server.clock.advance(2 * minuteMs);
    await quiet(server);
    expect(inbox.envelopes('tick.scheduled')).toEqual([]);
    inbox.close();
  });

  it('never comes once its room is deleted, and is listed nowhere', async () => {
    await plan({ cron: '* * * * *' });
    expect((await ada.del(`/v1/conversations/${conversation}`)).status).toBe(204);
    expect(await own()).toEqual([]);
  });

  it('goes on while another scope is withdrawn, and for others where one person withdraws', async () => {
    const bea = await signUp(server);
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: bea.userId });
    await grant([scope], bea);
    await plan();
    deliveryId = await deliver(bea, conversation, 'Remind me.');
    await plan();
    await grant([], bea);
    expect(await own()).toHaveLength(1);
    await grant([scope]);
    expect(await own()).toHaveLength(1);
  });

  it('passes by while its person has blocked the agent', async () => {
    const inbox = await openInbox(agent);
    await plan({ cron: '* * * * *' });
    await prefer(ada, agent, { blocked: true });
    await server.clock.advance(minuteMs);
    await quiet(server);
    await prefer(ada, agent, { blocked: false });
    await server.clock.advance(minuteMs);
    await inbox.awaitEnvelope('tick.scheduled');
    expect(inbox.envelopes('tick.scheduled')).toHaveLength(1);
    inbox.close();
  });
});

const manifestOf = (requested_scopes: Json) => ({
  version: '1',
  handle: agent.handle,
  name: agent.name,
  description: 'Says again what it hears.',
  transport: 'relay',
  access: 'public',
  requested_scopes,
});
