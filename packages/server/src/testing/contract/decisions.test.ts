import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { expectRefusal } from './refused.ts';
import { messagesOf, say } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(server, ['decision.request', 'clock.read']);
});
beforeEach(() => desk.grant('decision.request', 'clock.read'));

const whole = {
  action: 'Delete 3 files',
  details: [
    { label: 'Folder', value: '/reports' },
    { label: 'Undo', value: 'not possible' },
  ],
  arguments: { paths: ['/reports/a', '/reports/b', '/reports/c'], depth: 1.5, nested: { z: null, a: [true] } },
};
const read = async (approvalId: string): Promise<Json> =>
  (await desk.person.get(`/v1/approvals/${approvalId}`)).body.item;

describe('§12 decision.request', () => {
  it('is put to the person, who sees that the agent wrote it and the very arguments', async () => {
    const { approvalId } = await desk.ask('decision.request', whole);
    const item = await read(approvalId);
    expect(item).toMatchObject({
      state: 'pending',
      kind: 'tool_invocation',
      requestedScope: 'decision.request',
      coinAmount: null,
      arguments: whole,
    });
    expect(item.action).toBe('“Clerk” asks, in its own words: “Delete 3 files”');
    const prompts = (await messagesOf(desk.person, desk.conversation)).flatMap(({ blocks }) => blocks);
    expect(prompts).toContainEqual({
      type: 'approval_request',
      prompt: item.action,
      approval_id: approvalId,
      kind: 'tool_invocation',
    });
  });

  it('binds all of it by one hash', async () => {
    const { approvalId } = await desk.ask('decision.request', { arguments: { b: 2, a: 1 }, action: 'Go' });
    const canonical =
      '{"arguments":{"action":"Go","arguments":{"a":1,"b":2}},' +
      '"requested_scope":"decision.request","tool":"decision.request"}';
    expect((await read(approvalId)).argumentsSha256).toBe(createHash('sha256').update(canonical).digest('hex'));
  });

  it('approved, runs as nothing and gives back what was bound', async () => {
    const { approvalId, invocationId } = await desk.ask('decision.request', whole);
    expect((await desk.resolve(approvalId, 'approved')).status).toBe(200);
    expect(await desk.result(invocationId)).toEqual({
      invocation_id: invocationId,
      tool: 'decision.request',
      requested_scope: 'decision.request',
      outcome: 'succeeded',
      content: { approved: true, arguments: whole.arguments },
      is_error: false,
    });
  });

  it.each([[null], [false], [0], ['text'], [[1, { a: [] }]], [{ __proto__: null, 'ü"\n': 1e21 }]])(
    'takes any JSON as the arguments: %j',
    async (bound) => {
      const { approvalId, invocationId } = await desk.ask('decision.request', { action: 'Go', arguments: bound });
      await desk.resolve(approvalId, 'approved');
      expect((await desk.result(invocationId)).content).toEqual({ approved: true, arguments: bound });
    },
  );

  it('gives back null where there were none', async () => {
    const { approvalId, invocationId } = await desk.ask('decision.request', { action: 'Go' });
    await desk.resolve(approvalId, 'approved');
    expect((await desk.result(invocationId)).content).toEqual({ approved: true, arguments: null });
  });

  it('denied, says so and gives nothing back', async () => {
    const { approvalId, invocationId } = await desk.ask('decision.request', whole);
    await desk.resolve(approvalId, 'denied');
    const result = await desk.result(invocationId);
    expect(result).toMatchObject({ outcome: 'denied', is_error: true, content: { code: 'denied_by_person' } });
    expect(JSON.stringify(result)).not.toContain('reports');
  });

  it('is denied where the person stops the answer that it belongs to', async () => {
    const { messageId, deliveries } = await say(desk.person, desk.conversation, 'do it');
    const change = { body: { in_reply_to_delivery_id: deliveries[0].deliveryId } };
    const { invocation_id, approval_id } = (await desk.invoke('decision.request', whole, change)).body;
    const stop = `/v1/conversations/${desk.conversation}/messages/${messageId}/stop`;
    expect((await desk.person.post(stop)).status).toBe(202);
    expect((await read(approval_id)).state).toBe('denied');
    expect(await desk.result(invocation_id)).toMatchObject({ outcome: 'denied', is_error: true });
    expectRefusal(await desk.invoke('decision.request', whole, change), 409, 'reply_stopped');
  });

  it('is denied where the grant was taken back before it was approved', async () => {
    const { approvalId, invocationId } = await desk.ask('decision.request', whole);
    await desk.grant('clock.read');
    await desk.resolve(approvalId, 'approved');
    expect(await desk.result(invocationId)).toMatchObject({
      outcome: 'denied',
      content: { code: 'scope_not_granted' },
    });
  });

  it('needs the grant', async () => {
    await desk.grant();
    expectRefusal(await desk.invoke('decision.request', whole), 403, 'scope_not_granted');
  });

  it.each<[string, Json]>([
    [
      'at the bounds of its texts',
      { action: '😀'.repeat(300), details: [{ label: 'l'.repeat(80), value: 'v'.repeat(500) }] },
    ],
    ['without details', { action: 'a', details: [] }],
    ['with twenty details', { action: 'a', details: Array(20).fill({ label: 'l', value: 'v' }) }],
    ['with 16 KiB of arguments', { action: 'a', arguments: 'x'.repeat(16_382) }],
    ['with names in scripts that join', { action: 'नमस्ते می‌خواهم 👩‍👩‍👧' }],
  ])('is taken %s', async (_name, args) => {
    const { status, body } = await desk.invoke('decision.request', args);
    expect([status, body.outcome]).toEqual([200, 'pending_approval']);
    await desk.resolve(body.approval_id, 'denied');
  });

  it.each<[string, string, Json]>([
    ['no action', '/action', {}],
    ['an empty action', '/action', { action: '' }],
    ['a blank action', '/action', { action: ' \u2800 ' }],
    ['an action that is too long', '/action', { action: 'x'.repeat(301) }],
    ['an action on two lines', '/action', { action: 'a\nb' }],
    ['an action that turns the direction of writing', '/action', { action: 'pay \u202eeno' }],
    [
      'a label with what nobody sees',
      '/details/0/label',
      { action: 'a', details: [{ label: 'a\u200bb', value: 'v' }] },
    ],
    ['a label that is too long', '/details/0/label', { action: 'a', details: [{ label: 'l'.repeat(81), value: 'v' }] }],
    [
      'a value that is too long',
      '/details/0/value',
      { action: 'a', details: [{ label: 'l', value: 'v'.repeat(501) }] },
    ],
    ['a detail without a value', '/details/0/value', { action: 'a', details: [{ label: 'l' }] }],
    ['more of a detail', '/details/0/url', { action: 'a', details: [{ label: 'l', value: 'v', url: 'x' }] }],
    ['21 details', '/details', { action: 'a', details: Array(21).fill({ label: 'l', value: 'v' }) }],
    ['more than 16 KiB of arguments', '/arguments', { action: 'a', arguments: 'x'.repeat(16_383) }],
    ['a field that it does not have', '/note', { action: 'a', note: 'b' }],
  ])('refuses %s', async (_name, path, args) => {
    expectRefusal(await desk.invoke('decision.request', args), 400, 'arguments_invalid', `/arguments${path}`);
  });
});
