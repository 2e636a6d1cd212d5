import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { openDesk, type Desk } from './desk.ts';
import { eventually } from './eventually.ts';
import { showForm } from './form.ts';
import type { Answer, Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { readMetrics } from './metrics.ts';
import { signUp } from './person.ts';
import { anyTexts, startProvider, toolsFile } from './provider.ts';
import { expectRefusal } from './refused.ts';
import { useRestartableServer } from './restartable.ts';
import { giveTask } from './task.ts';

const minuteMs = 60_000;
const provider = await startProvider();
const tool = (name: string, url: string, more: Json = {}) => ({
  ...{ name, scope: name, description: 'Does something.', input_schema: anyTexts, policy: 'require_approval' },
  http: { method: 'POST', url },
  ...more,
});
const tools = [
  tool('slow.call', `${provider.origin}/slow`),
  tool('lost.call', 'http://127.0.0.1:1/lost'),
  tool('never.stands', `${provider.origin}/never`, { standing: false }),
];
const file = toolsFile({ tools });
const server = useRestartableServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_TOOLS_FILE: file });
const scopes = ['coin.charge', 'history.read', 'schedule.write', ...tools.map(({ name }) => name)];
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(server, scopes);
});
afterAll(() => provider.close());

const charge = { amount: 1, reason: 'tea' };
const bounded = { max: [{ path: '/amount', total: 50 }] };
const inADay = () => new Date(server.clock.now() + 24 * 60 * minuteMs).toISOString();
const approve = (approvalId: string, standing?: Json) =>
  desk.person.post(`/v1/approvals/${approvalId}/resolve`, { decision: 'approved', ...(standing && { standing }) });
const read = async (grantId: string): Promise<Json> =>
  (await desk.person.get(`/v1/standing-grants/${grantId}`)).body.item;
const usesOf = async (grantId: string): Promise<Json[]> =>
  (await desk.person.get(`/v1/standing-grants/${grantId}/uses?limit=100`)).body.items;

/** Asks, gives a standing grant with the approval, and waits for the first use to run. */
async function give(name: string, args: Json, standing: Json = {}) {
  const { approvalId, invocationId } = await desk.ask(name, args);
  const answer = await approve(approvalId, { until: inADay(), ...standing });
  expect(answer.status, answer.text).toBe(200);
  return { grant: answer.body.standingGrant, result: await desk.result(invocationId) };
}
const end = (grantId: string) => desk.person.del(`/v1/standing-grants/${grantId}`);
const answering = (deliveryId: string) => ({ body: { in_reply_to_delivery_id: deliveryId } });

describe('§22 a tool with standing: false', () => {
  it('takes no standing grant, and says so to agents', async () => {
    const { approvalId } = await desk.ask('never.stands', { a: 'b' });
    expectRefusal(await approve(approvalId, { until: inADay() }), 400, 'grant_not_possible', '/standing');
    const { items } = (await desk.agent.send('/hooks/v1/tools')).body;
    const standing = Object.fromEntries(items.map(({ name, standing: may }: Json) => [name, may]));
    expect(standing).toMatchObject({ 'never.stands': false, 'slow.call': true, 'coin.charge': true });
  });
});

describe('§22 a use that did nothing', () => {
  it('is given back where the address could not be connected to, the first one as well', async () => {
    const { grant, result } = await give('lost.call', { a: 'b' }, { uses: 1 });
    expect([grant.used, grant.state]).toEqual([1, 'spent']);
    expect(result).toMatchObject({
      outcome: 'failed',
      content: { code: 'provider_error', reason: 'connection_failed' },
    });
    expect(await read(grant.grantId)).toMatchObject({ used: 0, state: 'active' });
    expect(await usesOf(grant.grantId)).toMatchObject([{ outcome: 'failed' }]);
    await end(grant.grantId);
  });

  it('is given back where the grant ended before it ran: grant_ended', async () => {
    provider.give({ body: {} });
    const { grant } = await give('slow.call', { n: 'first' });
    provider.calls.length = 0;
    provider.give({ hang: true });
    // A tool runs at most 16 calls at once on a server, so the next one waits.
    for (let n = 0; n < 16; n++) expect((await desk.invoke('slow.call', { n: `${n}` })).body.outcome).toBe('allow');
    await eventually(server, '16 calls', () => provider.calls.length === 16);
    const last = await desk.invoke('slow.call', { n: 'last' });
    expect(last.body.outcome).toBe('allow');
    expect((await read(grant.grantId)).used).toBe(18);
    await end(grant.grantId);
    await server.clock.advance(31_000);
    const result = await desk.result(last.body.invocation_id);
    expect(result).toMatchObject({ outcome: 'denied', content: { code: 'grant_ended' } });
    expect(await read(grant.grantId)).toMatchObject({ used: 17, state: 'revoked' });
    const { n } = (await usesOf(grant.grantId))[0]?.arguments;
    expect(n).toBe('last');
    expect(provider.calls).toHaveLength(16);
    provider.give({ body: {} });
  });

  it('is given back where it is the first, and the grant was revoked before it ran: a revocation takes it back', async () => {
    provider.give({ body: {} });
    const { grant: other } = await give('slow.call', { n: 'other' });
    provider.calls.length = 0;
    provider.give({ hang: true });
    for (let n = 0; n < 16; n++) expect((await desk.invoke('slow.call', { n: `${n}` })).body.outcome).toBe('allow');
    await eventually(server, '16 calls', () => provider.calls.length === 16);
    const { approvalId, invocationId } = await desk.ask('slow.call', { first: 'use' });
    const { grantId } = (await approve(approvalId, { until: inADay() })).body.standingGrant;
    expect((await end(grantId)).status).toBe(204);
    await server.clock.advance(31_000);
    expect(await desk.result(invocationId)).toMatchObject({ outcome: 'denied', content: { code: 'grant_ended' } });
    expect(await read(grantId)).toMatchObject({ used: 0, state: 'revoked' });
    expect(await usesOf(grantId)).toMatchObject([{ outcome: 'denied', receipt: { approvalId, outcome: 'denied' } }]);
    expect(provider.calls).toHaveLength(16);
    await end(other.grantId);
    provider.give({ body: {} });
  });

  it('is not, where the first was asked for in answer to another agent: the person approved that very call', async () => {
    const caller = await registerAgent(server, desk.person, { name: 'Caller' });
    const asked = await deliver(desk.person, await openConversation(desk.person, caller), 'ask Clerk');
    const called = await caller.reply(asked, 'pay, please', { to_agent_id: desk.agent.agentId });
    const { body } = await desk.invoke('coin.charge', charge, answering(called.body.agent_call.delivery_id));
    const { standingGrant } = (await approve(body.approval_id, { until: inADay(), ...bounded })).body;
    expect((await desk.result(body.invocation_id)).outcome).toBe('succeeded');
    expect((await read(standingGrant.grantId)).used).toBe(1);
    await end(standingGrant.grantId);
  });
});

describe('§22 only from the person’s own acts', () => {
  let grantId: string;
  let room: string;
  const ben = () => signUp(server);
  beforeAll(async () => {
    const { grant } = await give('coin.charge', charge, { ...bounded, anyConversation: true });
    grantId = grant.grantId;
  });
  afterAll(() => end(grantId));
  const outcome = async (deliveryId: string): Promise<string> =>
    (await desk.invoke('coin.charge', charge, answering(deliveryId))).body.outcome;
  const next = async (event: string, act: () => Promise<Answer | undefined>): Promise<string> => {
    const known = new Set(desk.inbox.envelopes(event).map(({ delivery_id }) => delivery_id));
    const answer = await act();
    expect(answer?.status ?? 200, answer?.text).toBeLessThan(300);
    return (await desk.inbox.awaitEnvelope(event, ({ delivery_id }) => !known.has(delivery_id))).delivery_id;
  };

  it('a task and a schedule of that person are', async () => {
    expect(
      await outcome(
        await next('task.assigned', async () => (await giveTask(desk.person, desk.conversation)) && undefined),
      ),
    ).toBe('allow');
    const path = `/v1/conversations/${desk.conversation}/schedules`;
    const tick = await next('tick.scheduled', async () => {
      const { body } = await desk.person.post(path, { cron: '* * * * *', text: 'Tea time' });
      await server.clock.advance(minuteMs);
      return desk.person.del(`${path}/${body.item.scheduleId}`);
    });
    expect(await outcome(tick)).toBe('allow');
  });

  it('a form that the person answered is, one that another member answered is not', async () => {
    const other = await ben();
    room = await openConversation(desk.person, desk.agent, [other]);
    await other.put(`/v1/agents/${desk.agent.agentId}/membership/grants`, { scopes });
    const values = { size: 'L' };
    const own = await showForm(desk.agent, desk.person, room);
    expect(await outcome(await next('form.submitted', () => own.submit(desk.person, values)))).toBe('allow');
    const theirs = await showForm(desk.agent, desk.person, room);
    expect(await outcome(await next('form.submitted', () => theirs.submit(other, values)))).toBe('pending_approval');
  });

  it('§29 a schedule that the agent made is not', async () => {
    const tick = await next('tick.scheduled', async () => {
      const at = new Date(server.clock.now() + minuteMs).toISOString();
      const body = { version: '1', in_reply_to_delivery_id: desk.deliveryId, at, text: 'Tea time' };
      const answer = await desk.agent.send('/hooks/v1/schedules', body);
      await server.clock.advance(minuteMs);
      return answer;
    });
    expect(await outcome(tick)).toBe('pending_approval');
  });

  it('a call of another agent is not, even on behalf of that person', async () => {
    const caller = await registerAgent(server, desk.person, { name: 'Caller' });
    const asked = await deliver(desk.person, await openConversation(desk.person, caller), 'ask Clerk');
    const called = await caller.reply(asked, 'pay, please', { to_agent_id: desk.agent.agentId });
    expect(await outcome(called.body.agent_call.delivery_id)).toBe('pending_approval');
  });
});

describe('§22 the line about a use', () => {
  it('is for people only: in no envelope, no history of an agent, and with no notification', async () => {
    const { grant } = await give('coin.charge', charge, bounded);
    const { invocation_id } = (await desk.invoke('coin.charge', charge)).body;
    await desk.result(invocation_id);
    const said = /“Clerk” paid 1 coin under “Bea Example”’s standing permission, 48 of 50 left/;
    const lines = await messagesOf(desk.person, desk.conversation, '?limit=200');
    const at = lines.findIndex(({ body }) => said.test(body ?? ''));
    expect(at).toBeGreaterThan(-1);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => lines[0]?.seq + index));
    await deliver(desk.person, desk.conversation, 'and then?');
    await desk.inbox.awaitEnvelope('message.created', ({ messages }) => messages[0].text === 'and then?');
    const path = `/hooks/v1/conversations/${desk.conversation}/messages?limit=100`;
    const history = await desk.agent.send(path);
    expect(history.status, history.text).toBe(200);
    const notices = await desk.person.get('/v1/notifications?limit=100');
    for (const text of [history.text, JSON.stringify(desk.inbox.envelopes()), notices.text])
      expect(text).not.toContain('standing permission');
    expect(history.text).toContain('and then?');
    await end(grant.grantId);
  });
});

describe('§22 the metrics of standing grants', () => {
  it('count what was given, used, given back, and ended by its reason', async () => {
    const before = await readMetrics(server);
    const lost = await give('lost.call', { a: 'b' }, { uses: 1 });
    const { grant } = await give('coin.charge', charge, bounded);
    const { invocation_id } = (await desk.invoke('coin.charge', charge)).body;
    await desk.result(invocation_id);
    for (const { grantId } of [lost.grant, grant]) await end(grantId);
    const { since } = await readMetrics(server);
    const counts = { given: 2, used: 3, given_back: 1, spent: 1, revoked: 2, tool_changed: 0 };
    for (const [event, count] of Object.entries(counts))
      expect(since(before, `parley_standing_grant_events_total{event="${event}"}`), event).toBe(count);
  });
});

describe('§22 resolving again', () => {
  it.each<[string, Json, Json]>([
    ['an empty equal', {}, { equal: [] }],
    ['anyConversation: false', { anyConversation: false }, {}],
    ['another notation of the time', { until: 'otherwise' }, {}],
  ])('takes %s for the same body', async (_what, one, other) => {
    const { approvalId } = await desk.ask('coin.charge', charge);
    const ms = server.clock.now() + 60 * minuteMs;
    const utc = new Date(ms).toISOString();
    const local = new Date(ms + 60 * minuteMs).toISOString().replace('Z', '+01:00');
    const first = await approve(approvalId, { ...bounded, ...one, until: utc });
    const again = await approve(approvalId, { ...bounded, ...other, until: one.until === undefined ? utc : local });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.standingGrant.grantId).toBe(first.body.standingGrant.grantId);
    await end(first.body.standingGrant.grantId);
  });

  it('takes an empty max for the same body as none', async () => {
    provider.give({ body: {} });
    const { approvalId } = await desk.ask('slow.call', { a: 'b' });
    const until = inADay();
    const first = await approve(approvalId, { until });
    const again = await approve(approvalId, { until, max: [], equal: [], anyConversation: false });
    expect(again.body.standingGrant.grantId).toBe(first.body.standingGrant.grantId);
    await end(first.body.standingGrant.grantId);
  });
});

describe('§22 §23 without standing, option, arguments and reason', () => {
  it.each(['approved', 'denied'] as const)('%s: every byte is that of the release before', async (decision) => {
    const { approvalId, invocationId } = await desk.ask('coin.charge', charge);
    const { agentId } = desk.agent;
    const action = 'Pay 1 coin to “Clerk” for “tea”';
    const answer = await desk.resolve(approvalId, decision);
    const head = `{"id":"${approvalId}","agentId":"${agentId}","requestedScope":"coin.charge"`;
    expect(answer.text).toBe(`{"approval":${head},"action":"${action}","state":"${decision}"}}`);
    expect((await desk.resolve(approvalId, decision)).text).toBe(answer.text);
    const end = { approved: 'succeeded', denied: 'denied' }[decision];
    const content = decision === 'approved' ? '{"amount":1}' : '{"code":"denied_by_person"}';
    expect(JSON.stringify(await desk.result(invocationId))).toBe(
      `{"invocation_id":"${invocationId}","tool":"coin.charge","requested_scope":"coin.charge","outcome":"${end}",` +
        `"content":${content},"is_error":${decision === 'denied'}}`,
    );
    const resolved = desk.inbox.envelopes('approval.resolved').find(({ approval }) => approval.id === approvalId);
    expect(JSON.stringify(resolved?.approval)).toBe(
      `{"id":"${approvalId}","requested_scope":"coin.charge","action":"${action}","state":"${decision}",` +
        `"invocation_id":"${invocationId}"}`,
    );
    const { item } = (await desk.person.get(`/v1/approvals/${approvalId}/receipt`)).body;
    const before = ['approvalId', 'tool', 'requestedScope', 'argumentsSha256', 'decidedBy', 'decidedAt', 'decision'];
    const gained = ['invocationId', 'agentId'];
    expect(Object.keys(item).sort()).toEqual([...before, 'executedAt', 'outcome', 'signature', ...gained].sort());
  });
});

describe('§22 a tool that is defined otherwise after a restart', () => {
  let inbox: Inbox;
  afterAll(() => inbox.close());

  it('ends its grants as tool_changed, for good, and those of no other tool', { timeout: 120_000 }, async () => {
    provider.give({ body: {} });
    const changed = (await give('slow.call', { a: 'b' })).grant.grantId;
    const kept = (await give('coin.charge', charge, bounded)).grant.grantId;
    const restart = async (listed: Json[]) => {
      writeFileSync(file, JSON.stringify({ tools: listed }));
      inbox?.close();
      desk.inbox.close();
      await server.downFor(1000);
      inbox = await openInbox(desk.agent);
    };
    await restart([tool('slow.call', `${provider.origin}/other`), ...tools.slice(1)]);
    const invalid = { state: 'invalid', invalidReason: 'tool_changed' };
    await eventually(server, 'the grant to end', async () => (await read(changed)).state === 'invalid');
    expect(await read(changed)).toMatchObject(invalid);
    expect(await read(kept)).toMatchObject({ state: 'active', invalidReason: null });
    await restart(tools);
    expect(await read(changed)).toMatchObject(invalid);
    const deliveryId = await deliver(desk.person, desk.conversation, 'again');
    const again = await desk.invoke('slow.call', { a: 'b' }, answering(deliveryId));
    expect(again.body.outcome).toBe('pending_approval');
  });
});
