import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, newId } from '@parley/protocol';
import { callWith, newToken } from './bearer.ts';
import { openDesk, type Desk } from './desk.ts';
import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import { messagesOf } from './conversation.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const minuteMs = 60_000;
const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(server, ['decision.request', 'coin.charge']);
});

const options = [
  { id: 'send', label: 'Send now', detail: 'To all 12 people.' },
  { id: 'later', label: 'Send on Monday' },
];
const inner = { to: 'ada@example.org', note: { text: 'Hi', 'a/b': 1 }, urgent: false, cc: null, list: [1, 'x'] };
const editable = ['/note/text', '/note/a~1b', '/urgent', '/cc', '/list/1'];
const mail = { action: 'Send a mail', arguments: inner, editable };
const poll = { action: 'Send a mail', arguments: inner, options };

const path = (approvalId: string) => `/v1/approvals/${approvalId}`;
const read = async (approvalId: string): Promise<Json> => (await desk.person.get(path(approvalId))).body.item;
const receipt = async (approvalId: string): Promise<Json> =>
  (await desk.person.get(`${path(approvalId)}/receipt`)).body.item;
const ask = (args: Json) => desk.ask('decision.request', args);
const resolve = (approvalId: string, body: Json) => desk.person.post(`${path(approvalId)}/resolve`, body);
const approve = (approvalId: string, body: Json = {}) => resolve(approvalId, { decision: 'approved', ...body });
const deny = (approvalId: string, body: Json = {}) => resolve(approvalId, { decision: 'denied', ...body });
const hashOf = (args: Json) =>
  createHash('sha256')
    .update(canonicalJson({ tool: 'decision.request', requested_scope: 'decision.request', arguments: args }))
    .digest('hex');

/** Asks, resolves and returns the content of the result, as its JSON text. */
async function contentOf(args: Json, body: Json, tool = 'decision.request'): Promise<string> {
  const { approvalId, invocationId } = await desk.ask(tool, args);
  const answer = await resolve(approvalId, body);
  expect(answer.status, answer.text).toBe(200);
  return JSON.stringify((await desk.result(invocationId)).content);
}

describe('§23 decision.request takes options, editable arguments and a time', () => {
  it.each<[string, Json]>([
    ['two options', { options }],
    ['five options', { options: 'abcde'.split('').map((id) => ({ id, label: id })) }],
    [
      'an id of 32 and texts of 60 and 200 characters',
      { options: [options[0], { id: `a${'_'.repeat(31)}`, label: '😀'.repeat(60), detail: 'd'.repeat(200) }] },
    ],
    ['no editable paths', { editable: [] }],
    ['ten editable paths', { arguments: Array(10).fill(0), editable: Array.from({ length: 10 }, (_, i) => `/${i}`) }],
    ['the whole, where it is a scalar', { arguments: 'Hi', editable: [''] }],
    ['5 minutes', { expires_in_minutes: 5 }],
    ['10,080 minutes', { expires_in_minutes: 10_080 }],
  ])('takes %s', async (_what, args) => {
    const { status, body } = await desk.invoke('decision.request', { action: 'Go', ...args });
    expect([status, body.outcome]).toEqual([200, 'pending_approval']);
    await deny(body.approval_id);
  });

  it.each<[string, string, Json]>([
    ['one option', '/options', { options: options.slice(1) }],
    ['six options', '/options', { options: 'abcdef'.split('').map((id) => ({ id, label: id })) }],
    ['an id twice', '/options/1/id', { options: [options[0], { ...options[1], id: 'send' }] }],
    ['a label twice', '/options/1/label', { options: [options[0], { id: 'b', label: 'Send now' }] }],
    ['an id in capitals', '/options/0/id', { options: [{ id: 'Send', label: 'a' }, options[1]] }],
    ['an id of 33', '/options/0/id', { options: [{ id: 'a'.repeat(33), label: 'a' }, options[1]] }],
    ['an empty label', '/options/0/label', { options: [{ id: 'a', label: '' }, options[1]] }],
    ['a label of 61', '/options/0/label', { options: [{ id: 'a', label: 'x'.repeat(61) }, options[1]] }],
    ['a detail of 201', '/options/0/detail', { options: [{ ...options[1], detail: 'x'.repeat(201) }, options[0]] }],
    ['more of an option', '/options/0/url', { options: [{ ...options[1], url: 'x' }, options[0]] }],
    [
      'eleven paths',
      '/editable',
      { arguments: Array(11).fill(0), editable: Array.from('0123456789a', (i) => `/${i}`) },
    ],
    ['no JSON Pointer', '/editable/0', { arguments: inner, editable: ['to'] }],
    ['a path to nothing', '/editable/1', { arguments: inner, editable: ['/to', '/from'] }],
    ['a path to an object', '/editable/0', { arguments: inner, editable: ['/note'] }],
    ['a path to a list', '/editable/0', { arguments: inner, editable: ['/list'] }],
    ['a path where there are no arguments', '/editable/0', { editable: [''] }],
    ['4 minutes', '/expires_in_minutes', { expires_in_minutes: 4 }],
    ['10,081 minutes', '/expires_in_minutes', { expires_in_minutes: 10_081 }],
    ['a half minute', '/expires_in_minutes', { expires_in_minutes: 5.5 }],
  ])('refuses %s', async (_what, fault, args) => {
    const answer = await desk.invoke('decision.request', { action: 'Go', ...args });
    expectRefusal(answer, 400, 'arguments_invalid', `/arguments${fault}`);
  });

  it('shows them in the approval, and nothing of the kind where there is none', async () => {
    const rich = await ask({ ...poll, editable });
    const none = { option: null, reason: null, proposedArguments: null };
    expect(await read(rich.approvalId)).toMatchObject({ options, editable, ...none });
    expect((await desk.person.get('/v1/approvals')).body.items[0]).toMatchObject({ options, editable, ...none });
    for (const [tool, args] of [
      ['decision.request', { action: 'Go' }],
      ['coin.charge', { amount: 1, reason: 'tea' }],
    ] as const) {
      const item = await read((await desk.ask(tool, args)).approvalId);
      expect(item).toMatchObject({ options: [], editable: [], ...none });
      expect(item).not.toHaveProperty('proposedSha256');
    }
  });

  it('keeps the question open for as long as the agent says', async () => {
    const { approvalId } = await ask({ action: 'Go', expires_in_minutes: 6 });
    const { createdAt, expiresAt } = await read(approvalId);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(6 * minuteMs);
    const long = await read((await ask({ action: 'Go', expires_in_minutes: 10_080 })).approvalId);
    expect(Date.parse(long.expiresAt) - Date.parse(long.createdAt)).toBe(10_080 * minuteMs);
    await server.clock.leap(6 * minuteMs);
    expectRefusal(await approve(approvalId), 409, 'approval_expired');
    await eventually(server, 'the approval to expire', async () => (await read(approvalId)).state === 'expired');
  });
});

describe('§23 above the PARLEY_APPROVAL_TTL of the operator', () => {
  const strict = useServer({ PARLEY_APPROVAL_TTL: '1h' });
  it('a time is refused, never clamped', async () => {
    const other = await openDesk(strict, ['decision.request']);
    const over = await other.invoke('decision.request', { action: 'Go', expires_in_minutes: 61 });
    expectRefusal(over, 400, 'arguments_invalid', '/arguments/expires_in_minutes');
    const { approvalId } = await other.ask('decision.request', { action: 'Go', expires_in_minutes: 60 });
    const { createdAt, expiresAt } = (await other.person.get(path(approvalId))).body.item;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(60 * minuteMs);
  });
});

describe('§23 an option', () => {
  it('is chosen with the approval, and reaches the agent and the receipt', async () => {
    const { approvalId, invocationId } = await ask(poll);
    const answer = await approve(approvalId, { option: 'later' });
    expect(answer.body.approval.state).toBe('approved');
    expect((await desk.result(invocationId)).content).toEqual({ approved: true, arguments: inner, option: 'later' });
    expect(await read(approvalId)).toMatchObject({ option: 'later', arguments: poll });
    expect(await receipt(approvalId)).toMatchObject({ option: 'later', decision: 'approved' });
  });

  it('is required where there are options, and changes nothing when it is missing', async () => {
    const { approvalId } = await ask(poll);
    expectRefusal(await approve(approvalId), 400, 'option_required', '/option');
    expect((await read(approvalId)).state).toBe('pending');
  });

  it('is refused when it is unknown, superfluous or with a denial', async () => {
    const [rich, plain] = [await ask(poll), await ask({ action: 'Go' })];
    const charge = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    expectRefusal(await approve(rich.approvalId, { option: 'never' }), 400, 'option_unknown', '/option');
    expectRefusal(await approve(rich.approvalId, { option: '' }), 400, 'option_unknown', '/option');
    expectRefusal(await deny(rich.approvalId, { option: 'send' }), 400, 'option_unknown', '/option');
    expectRefusal(await approve(plain.approvalId, { option: 'send' }), 400, 'option_unknown', '/option');
    expectRefusal(await approve(charge.approvalId, { option: 'send' }), 400, 'option_unknown', '/option');
    expectRefusal(await approve(rich.approvalId, { option: 1 }), 400, 'malformed_request', '/option');
    for (const { approvalId } of [rich, plain, charge]) expect((await read(approvalId)).state).toBe('pending');
  });

  it('of a receipt is null after a denial, and left out without options', async () => {
    const [rich, plain] = [await ask(poll), await ask({ action: 'Go', editable: [] })];
    for (const { approvalId } of [rich, plain]) await deny(approvalId);
    expect(await receipt(rich.approvalId)).toMatchObject({ option: null, decision: 'denied' });
    expect(await receipt(plain.approvalId)).not.toHaveProperty('option');
  });
});

describe('§23 arguments in place of the proposed ones', () => {
  const edited = { ...inner, note: { text: 'Hello', 'a/b': -2.5 }, urgent: true, list: [1, ''] };
  const changed = ['/note/text', '/note/a~1b', '/urgent', '/list/1'];

  it('are what the agent gets, with the paths that changed', async () => {
    const { approvalId, invocationId } = await ask(mail);
    expect((await approve(approvalId, { arguments: edited })).status).toBe(200);
    const { outcome, content } = await desk.result(invocationId);
    expect([outcome, content]).toEqual(['succeeded', { approved: true, arguments: edited, changed }]);
  });

  it('are bound by the hash, beside the hash of the proposed ones, in approval and receipt', async () => {
    const { approvalId, invocationId } = await ask(mail);
    await approve(approvalId, { arguments: edited });
    await desk.result(invocationId);
    const outer = { ...mail, arguments: edited };
    const hashes = { argumentsSha256: hashOf(outer), proposedSha256: hashOf(mail) };
    expect(await read(approvalId)).toMatchObject({ arguments: outer, proposedArguments: inner, ...hashes });
    expect(await receipt(approvalId)).toMatchObject({ ...hashes, outcome: 'succeeded' });
  });

  it('may be identical: then nothing says that they changed', async () => {
    const { approvalId, invocationId } = await ask(mail);
    const turned = Object.fromEntries(Object.entries(inner).reverse());
    expect((await approve(approvalId, { arguments: turned })).status).toBe(200);
    expect((await desk.result(invocationId)).content).toEqual({ approved: true, arguments: inner });
    const item = await read(approvalId);
    expect(item).toMatchObject({ arguments: mail, proposedArguments: null, argumentsSha256: hashOf(mail) });
    for (const each of [item, await receipt(approvalId)]) expect(each).not.toHaveProperty('proposedSha256');
  });

  it.each<[string, string, unknown]>([
    ['another value at another path', '/to', { ...edited, to: 'bob@example.org' }],
    ['a member more', '/from', { ...edited, from: 'me' }],
    ['a member less', '/note', { to: inner.to, urgent: false, cc: null, list: inner.list }],
    ['another type', '/urgent', { ...edited, urgent: 'yes' }],
    ['a value in place of null', '/cc', { ...edited, cc: 'bob' }],
    ['an item more', '/list/2', { ...edited, list: [1, 'x', 2] }],
    ['a string of 2,001 characters', '/list/1', { ...edited, list: [1, 'x'.repeat(2001)] }],
    ['a member as a whole', '/note/text', { ...edited, note: { text: { a: 1 }, 'a/b': 1 } }],
    ['null as a whole', '', null],
  ])('are refused with %s', async (_what, fault, sent) => {
    const { approvalId } = await ask(mail);
    expectRefusal(await approve(approvalId, { arguments: sent }), 400, 'arguments_invalid', `/arguments${fault}`);
    expect(await read(approvalId)).toMatchObject({ state: 'pending', proposedArguments: null });
  });

  it('are taken with an approval only, and only as proposed where nothing is editable', async () => {
    const { approvalId } = await ask(mail);
    expectRefusal(await deny(approvalId, { arguments: inner }), 400, 'arguments_invalid', '/arguments');
    const charge = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    const dear = await approve(charge.approvalId, { arguments: { amount: 2, reason: 'tea' } });
    expectRefusal(dear, 400, 'arguments_invalid', '/arguments/amount');
    expect((await approve(charge.approvalId, { arguments: { reason: 'tea', amount: 1 } })).status).toBe(200);
    expect((await desk.result(charge.invocationId)).content).toEqual({ amount: 1 });
  });

  it('may be a scalar as a whole, of up to 2,000 characters', async () => {
    const { approvalId, invocationId } = await ask({ action: 'Go', arguments: 'Hi', editable: [''] });
    const text = '😀'.repeat(2000);
    await approve(approvalId, { arguments: text });
    expect((await desk.result(invocationId)).content).toEqual({ approved: true, arguments: text, changed: [''] });
  });
});

describe('§23 a reason', () => {
  it('of a denial reaches the agent, for every tool', async () => {
    const body = { decision: 'denied', reason: 'Too late,\r\nask Bob.' };
    const content = JSON.stringify({ code: 'denied_by_person', reason: 'Too late,\nask Bob.' });
    expect(await contentOf({ amount: 1, reason: 'tea' }, body, 'coin.charge')).toBe(content);
    expect(await contentOf({ action: 'Go' }, body)).toBe(content);
    expect(JSON.parse(await contentOf(poll, body))).toEqual({ ...JSON.parse(content), approved: false });
    expect(JSON.parse(await contentOf(mail, body))).toEqual({ ...JSON.parse(content), approved: false });
  });

  it('of an approval reaches the agent that asked for a decision, and no other', async () => {
    const body = { decision: 'approved', reason: 'Fine' };
    expect(JSON.parse(await contentOf({ action: 'Go' }, body))).toEqual({
      approved: true,
      arguments: null,
      reason: 'Fine',
    });
    const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    await resolve(approvalId, body);
    expect(JSON.stringify(await desk.result(invocationId))).not.toContain('Fine');
    expect((await read(approvalId)).reason).toBe('Fine');
  });

  it('is in no message of the room and in no other envelope', async () => {
    const { approvalId, invocationId } = await ask(poll);
    await approve(approvalId, { option: 'send', reason: 'Only for Clerk' });
    await desk.result(invocationId);
    expect(JSON.stringify(await messagesOf(desk.person, desk.conversation))).not.toContain('Only for Clerk');
    const others = desk.inbox.envelopes().filter(({ event }) => event !== 'tool.result');
    expect(JSON.stringify(others)).not.toContain('Only for Clerk');
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['501 characters', 'x'.repeat(501)],
    ['a control character', 'a\u0007b'],
    ['a tab', 'a\tb'],
    ['a turn of the direction of writing', 'a\u202eb'],
    ['an invisible character', 'a\u200bb'],
    ['no text', 1],
  ])('is not %s', async (_what, reason) => {
    const { approvalId } = await ask({ action: 'Go' });
    expectRefusal(await deny(approvalId, { reason }), 400, 'malformed_request', '/reason');
  });

  it('has up to 500 characters, and is kept as NFC', async () => {
    const { approvalId } = await ask({ action: 'Go' });
    expect((await deny(approvalId, { reason: `e\u0301${'😀'.repeat(498)}` })).status).toBe(200);
    expect((await read(approvalId)).reason).toBe(`é${'😀'.repeat(498)}`);
  });
});

describe('§23 without what is new', () => {
  it('the content is byte for byte what it was', async () => {
    expect(await contentOf({ action: 'Go', arguments: inner }, { decision: 'approved' })).toBe(
      JSON.stringify({ approved: true, arguments: inner }),
    );
    expect(await contentOf(mail, { decision: 'approved' })).toBe(JSON.stringify({ approved: true, arguments: inner }));
    const denied = '{"code":"denied_by_person"}';
    expect(await contentOf({ action: 'Go', arguments: inner }, { decision: 'denied' })).toBe(denied);
    expect(await contentOf({ amount: 1, reason: 'tea' }, { decision: 'denied' }, 'coin.charge')).toBe(denied);
  });

  it('a denial of options or editable arguments says that it was not approved', async () => {
    for (const args of [poll, mail])
      expect(JSON.parse(await contentOf(args, { decision: 'denied' }))).toEqual({
        code: 'denied_by_person',
        approved: false,
      });
  });
});

describe('§22 §23 resolving again', () => {
  const edited = { ...inner, urgent: true };
  const body = { option: 'send', arguments: edited, reason: 'Fine' };

  it('with the same body is the same answer', async () => {
    const { approvalId } = await ask({ ...poll, editable });
    const first = await approve(approvalId, body);
    expect(first.status).toBe(200);
    expect((await approve(approvalId, body)).text).toBe(first.text);
    const turned = { ...body, arguments: Object.fromEntries(Object.entries(edited).reverse()) };
    expect((await approve(approvalId, turned)).text).toBe(first.text);
  });

  it.each<[string, Json]>([
    ['option', { option: 'later' }],
    ['arguments', { arguments: inner }],
    ['reason', { reason: 'Well' }],
    ['standing', { standing: { until: '2999-01-01T00:00:00Z' } }],
  ])('with another %s conflicts, and changes nothing', async (_what, other) => {
    const { approvalId } = await ask({ ...poll, editable });
    await approve(approvalId, body);
    const before = await read(approvalId);
    expectRefusal(await approve(approvalId, { ...body, ...other }), 409, 'approval_conflict');
    expect(await read(approvalId)).toEqual(before);
  });

  it.each<[string, Json]>([
    ['option', { option: 'send' }],
    ['arguments', { arguments: inner }],
    ['reason', { reason: 'Fine' }],
  ])('with %s where the first had none conflicts', async (_what, late) => {
    const { approvalId } = await ask(mail);
    await approve(approvalId);
    expectRefusal(await approve(approvalId, late), 409, 'approval_conflict');
    const denied = await ask(mail);
    await deny(denied.approvalId);
    expectRefusal(await deny(denied.approvalId, late), 409, 'approval_conflict');
  });

  it('at once with different bodies decides once', async () => {
    const { approvalId, invocationId } = await ask(poll);
    const both = await Promise.all(['send', 'later'].map((option) => approve(approvalId, { option })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { option } = await read(approvalId);
    expect((await desk.result(invocationId)).content.option).toBe(option);
  });
});

describe('§23 refusals in order', () => {
  it('the shape comes first, then the approval, then its state, then the option, then the arguments', async () => {
    const { approvalId } = await ask({ ...poll, editable });
    const faulty = { option: 'never', arguments: null, reason: '' };
    const missing = newId('approval', server.clock.now());
    const unknown = await approve(missing, faulty);
    expectRefusal(unknown, 400, 'malformed_request', '/reason');
    expectRefusal(await approve(missing, { ...faulty, reason: 'a' }), 404, 'approval_not_found');
    expectRefusal(await approve(approvalId, { ...faulty, reason: 'a' }), 400, 'option_unknown');
    expectRefusal(await approve(approvalId, { option: 'send', arguments: null }), 400, 'arguments_invalid');
    await deny(approvalId);
    expectRefusal(await approve(approvalId, { ...faulty, reason: 'a' }), 409, 'approval_conflict');
  });

  it('with standing, what no grant can be given for is refused before the option', async () => {
    const { approvalId } = await ask(poll);
    const standing = { until: new Date(server.clock.now() + 60 * minuteMs).toISOString() };
    expectRefusal(await approve(approvalId, { standing }), 400, 'grant_not_possible', '/standing');
    const charge = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    const bounded = { ...standing, max: [{ path: '/amount', total: 3 }] };
    const body = { standing: bounded, option: 'send', reason: 'Weekly' };
    expectRefusal(await approve(charge.approvalId, body), 400, 'option_unknown', '/option');
    const given = await approve(charge.approvalId, { standing: bounded, reason: 'Weekly' });
    expect(given.body.standingGrant).toMatchObject({ approvalId: charge.approvalId });
    expect((await read(charge.approvalId)).reason).toBe('Weekly');
    expect((await approve(charge.approvalId, { standing: bounded, reason: 'Weekly' })).status).toBe(200);
    const other = await approve(charge.approvalId, { standing: bounded, reason: 'Daily' });
    expectRefusal(other, 409, 'approval_conflict');
  });

  it('a bearer token decides nothing, whatever it sends', async () => {
    const { approvalId } = await ask(poll);
    const { token } = await newToken(desk.person);
    for (const body of [
      { decision: 'approved', option: 'send' },
      { decision: 'denied', reason: 'No' },
    ])
      expectRefusal(
        await callWith(server, token, 'POST', `${path(approvalId)}/resolve`, { body }),
        403,
        'session_required',
      );
    expect((await read(approvalId)).state).toBe('pending');
  });
});
