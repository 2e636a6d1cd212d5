import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { anyTexts, startProvider, toolsFile } from './provider.ts';
import { expectRefusal } from './refused.ts';
import { useRestartableServer } from './restartable.ts';

const hourMs = 3_600_000;
const patienceMs = 90_000;
const provider = await startProvider();
const tool = (name: string, policy: string) => ({
  name,
  scope: name,
  description: 'Takes its time.',
  input_schema: anyTexts,
  policy,
  http: { method: 'POST', url: `${provider.origin}/slow` },
});
const slow = tool('slow.call', 'allow');
const file = toolsFile({
  tools: [slow, tool('later.denied', 'require_approval'), tool('later.gone', 'require_approval')],
});
const server = useRestartableServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_TOOLS_FILE: file });
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['coin.charge', 'slow.call', 'later.denied', 'later.gone']);
});
afterAll(() => provider.close());

/** Restarts the server and reopens the agent's relay. */
const restart = async (downMs = 1000): Promise<Inbox> => {
  desk.inbox.close();
  await server.downFor(downMs);
  return openInbox(desk.agent);
};
const resultsOf = (inbox: Inbox, invocationId: string): Json[] =>
  inbox.envelopes('tool.result').filter(({ tool_result: result }) => result.invocation_id === invocationId);
const awaitResult = (inbox: Inbox, invocationId: string) =>
  inbox.awaitEnvelope('tool.result', ({ tool_result: result }) => result.invocation_id === invocationId);

describe('§7 what a restart does to invocations', { timeout: patienceMs }, () => {
  it('leaves a waiting approval as it was', async () => {
    const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 5, reason: 'tea' });
    const inbox = await restart();
    expect((await desk.resolve(approvalId, 'approved')).status).toBe(200);
    const { tool_result: result } = await awaitResult(inbox, invocationId);
    expect(result).toMatchObject({ outcome: 'succeeded', is_error: false });
    expect(await desk.balance()).toBe(95);
    inbox.close();
  });

  it('expires what ran out meanwhile, once', async () => {
    const before = await desk.balance();
    const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 5, reason: 'tea' });
    const inbox = await restart(25 * hourMs);
    const { tool_result: result } = await awaitResult(inbox, invocationId);
    expect(result.outcome).toBe('expired');
    expectRefusal(await desk.resolve(approvalId, 'approved'), 409, 'approval_expired');
    await quiet(server);
    expect(resultsOf(inbox, invocationId)).toHaveLength(1);
    expect(await desk.balance()).toBe(before);
    inbox.close();
  });

  it('ends a call that was under way in one result', async () => {
    provider.calls.length = 0;
    provider.give({ hang: true });
    const { body } = await desk.invoke('slow.call', { text: 'now' });
    await eventually(server, 'the call', () => provider.calls.length > 0);
    provider.give({ body: { late: true } });
    const inbox = await restart();
    await awaitResult(inbox, body.invocation_id);
    await server.clock.advance(60_000);
    await quiet(server);
    expect(resultsOf(inbox, body.invocation_id)).toHaveLength(1);
    inbox.close();
  });

  it('brings the operator’s new policy, which holds for what was asked before', async () => {
    const [denied, gone] = [await desk.ask('later.denied'), await desk.ask('later.gone')];
    provider.calls.length = 0;
    writeFileSync(file, JSON.stringify({ tools: [slow, tool('later.denied', 'deny')] }));
    const inbox = await restart();
    for (const { approvalId } of [denied, gone]) expect((await desk.resolve(approvalId, 'approved')).status).toBe(200);
    expect((await awaitResult(inbox, denied.invocationId)).tool_result.outcome).toBe('denied');
    expect((await awaitResult(inbox, gone.invocationId)).tool_result.outcome).not.toBe('succeeded');
    await quiet(server);
    for (const { invocationId } of [denied, gone]) expect(resultsOf(inbox, invocationId)).toHaveLength(1);
    expect(provider.calls).toEqual([]);
    inbox.close();
  });

  it('keeps keys: the same invocation is not made again', async () => {
    const unix = desk.agent.unix();
    const first = await desk.invoke('coin.charge', { amount: 1, reason: 'kept' }, { key: 'kept', signing: { unix } });
    const inbox = await restart();
    const again = await desk.invoke('coin.charge', { amount: 1, reason: 'kept' }, { key: 'kept', signing: { unix } });
    expect(again.text).toBe(first.text);
    inbox.close();
  });
});
