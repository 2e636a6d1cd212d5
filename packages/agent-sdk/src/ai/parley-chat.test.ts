import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { jsonSchema, tool, type ToolSet } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '@parley/protocol';
import type { Envelope } from '@parley/protocol';
import { Agent } from '../agent.ts';
import { envelopeBase, messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform, refusal } from '../fake-platform/fake-platform.ts';
import { parleyChat } from './parley-chat.ts';
import type { ParleyChatOptions } from './parley-chat.ts';

let platform: FakePlatform;
let agent: Agent;
let granted: string[];
let history: object[];
const ran: unknown[] = [];

const deleteFile = tool({
  description: 'Deletes a file.',
  inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
  needsApproval: true,
  execute: ({ path }) => ran.push(path),
});
const sunset = tool({
  description: 'When the sun sets.',
  inputSchema: jsonSchema<{ place: string }>({ type: 'object', properties: { place: { type: 'string' } } }),
  execute: ({ place }) => `20:14 in ${place}`,
});

beforeEach(async () => {
  platform = await new FakePlatform().start();
  granted = ['decision.request', 'history.read', 'clock.read'];
  history = [];
  ran.length = 0;
  const clock = { name: 'clock.now', scope: 'clock.read', description: 'The time.', input_schema: { type: 'object' } };
  platform.script = ({ path }) => {
    if (path.startsWith('/hooks/v1/tools?') || path === '/hooks/v1/tools')
      return { status: 200, body: { items: [{ ...clock, policy: 'allow' }] } };
    if (path.startsWith('/hooks/v1/deliveries/')) return { status: 200, body: { granted_scopes: granted } };
    if (/\/hooks\/v1\/conversations\/[^/]+\/messages/.test(path))
      return { status: 200, body: { items: history, next_cursor: null } };
    return undefined;
  };
});

afterEach(async () => {
  await agent.stop(0);
  await platform.stop();
});

/** A model that answers each question with the next of these; what it was asked is in `doStreamCalls`. */
function modelOf(...answers: LanguageModelV3StreamPart[][]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doStream: answers.map((parts) => ({
      stream: simulateReadableStream({ chunks: parts, initialDelayInMs: null, chunkDelayInMs: null }),
    })),
  });
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const end = (unified: 'stop' | 'tool-calls'): LanguageModelV3StreamPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw: unified },
});
const says = (...deltas: string[]): LanguageModelV3StreamPart[] => [
  { type: 'text-start', id: 't' },
  ...deltas.map((delta): LanguageModelV3StreamPart => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
  end('stop'),
];
const calls = (toolName: string, input: object): LanguageModelV3StreamPart[] => [
  { type: 'tool-call', toolCallId: `call_${toolName}`, toolName, input: JSON.stringify(input) },
  end('tool-calls'),
];

async function chat<Tools extends ToolSet>(options: ParleyChatOptions<Tools>): Promise<void> {
  agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 } });
  parleyChat(agent, options);
  await agent.startRelay();
}

/** Leaves invocations open; the id of each that waits. */
function pendInvocations(): string[] {
  const ids: string[] = [];
  const usual = platform.script;
  platform.script = (call) => {
    if (call.path !== '/hooks/v1/tools/invoke') return usual(call);
    const invocation_id = newId('invocation', Date.now());
    ids.push(invocation_id);
    return { status: 202, body: { outcome: 'pending_approval', invocation_id, approval_id: newId('approval', 1) } };
  };
  return ids;
}

type ToolResult = Envelope<'tool.result'>['tool_result'];

function resolve(invocationId: string, result: Partial<ToolResult>): void {
  const usual: ToolResult = {
    invocation_id: invocationId as ToolResult['invocation_id'],
    tool: 'decision.request',
    requested_scope: 'decision.request',
    outcome: 'succeeded',
    content: { approved: true, arguments: { path: 'a.txt' } },
    is_error: false,
  };
  const delivery: Envelope<'tool.result'> = {
    ...envelopeBase(),
    event: 'tool.result',
    tool_result: { ...usual, ...result },
  };
  platform.relay.deliver(delivery);
}

const finals = () =>
  platform
    .bodies('/hooks/v1/reply')
    .filter(({ partial }) => partial !== true)
    .map(({ blocks }) => blocks);

test('what a model writes appears as its answer', async () => {
  const model = modelOf(says('Good ', 'morning.'));
  await chat({ model, system: 'You greet.' });
  platform.relay.deliver(messageCreated('Hello'));
  await vi.waitFor(() => expect(finals()).toEqual([[{ type: 'text', text: 'Good morning.' }]]));
  expect(model.doStreamCalls[0]?.prompt[0]).toEqual({ role: 'system', content: 'You greet.' });
});

test('the model remembers what the person lets the agent read, and knows its own words', async () => {
  const asked = messageCreated('Who am I?');
  const entry = { created_at: '2026-01-01T00:00:00.000Z', author: 'user', author_id: asked.user.id };
  history = [
    { ...entry, id: newId('message', 1), seq: 1, text: 'My name is Ada.' },
    { ...entry, id: newId('message', 2), seq: 2, author: 'agent', author_id: asked.agent_id, text: 'Hello Ada.' },
    { ...asked.messages[0], seq: 3 },
  ];
  const model = modelOf(says('Ada.'));
  await chat({ model });
  platform.relay.deliver(asked);
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(model.doStreamCalls[0]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

test('where the person does not let it read, the model sees the message alone', async () => {
  granted = [];
  const model = modelOf(says('Hm.'));
  await chat({ model });
  platform.relay.deliver(messageCreated('Who am I?'));
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(model.doStreamCalls[0]?.prompt).toMatchObject([{ role: 'user', content: [{ text: 'Who am I?' }] }]);
  expect(platform.calls.some(({ path }) => path.includes('/messages'))).toBe(false);
});

test('tools run between its words, and stand in the answer as steps', async () => {
  await chat({ model: modelOf(calls('sunset', { place: 'Rome' }), says('At 20:14.')), tools: { sunset } });
  platform.relay.deliver(messageCreated('When does the sun set?'));
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(finals()[0]).toMatchObject([
    { type: 'tool_use', name: 'sunset', input: { place: 'Rome' } },
    { type: 'tool_result', content: '"20:14 in Rome"' },
    { type: 'text', text: 'At 20:14.' },
  ]);
});

test('a tool of the platform that the person grants is called over the platform', async () => {
  const ids = pendInvocations();
  await chat({ model: modelOf(calls('clock_now', {}), says('Noon.')) });
  platform.relay.deliver(messageCreated('What time is it?'));
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  resolve(ids[0] ?? '', { tool: 'clock.now', requested_scope: 'clock.read', content: { now: '12:00' } });
  await vi.waitFor(() => expect(finals()).toHaveLength(1));
  expect(platform.bodies('/hooks/v1/tools/invoke')).toMatchObject([
    { tool: 'clock.now', requested_scope: 'clock.read' },
  ]);
  expect(finals()[0]?.[1]).toMatchObject({ type: 'tool_result', content: '{"now":"12:00"}' });
});

test('a tool that needs approval runs once the person has approved just these arguments', async () => {
  const ids = pendInvocations();
  const model = modelOf(
    [...says('I will delete it.').slice(0, -1), ...calls('deleteFile', { path: 'a.txt' })],
    says('Done.'),
  );
  await chat({ model, tools: { deleteFile } });
  platform.relay.deliver(messageCreated('Delete a.txt'));
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  expect(platform.bodies('/hooks/v1/tools/invoke')).toMatchObject([
    { arguments: { action: 'Deletes a file.', arguments: { path: 'a.txt' } } },
  ]);
  // What it had said stands while the person thinks, for as long as they like.
  expect(finals()).toEqual([[{ type: 'text', text: 'I will delete it.' }]]);
  expect(ran).toEqual([]);
  resolve(ids[0] ?? '', {});
  await vi.waitFor(() => expect(finals()).toHaveLength(2));
  expect(ran).toEqual(['a.txt']);
  expect(finals()[1]?.at(-1)).toEqual({ type: 'text', text: 'Done.' });
});

test('what the person is asked is what the author says of the call, with details', async () => {
  const ids = pendInvocations();
  const details = [{ label: 'Why', value: 'It is old.' }];
  const ask = { deleteFile: ({ path }: { path: string }) => ({ action: `Delete ${path} for good`, details }) };
  await chat({ model: modelOf(calls('deleteFile', { path: 'a.txt' })), tools: { deleteFile }, ask });
  platform.relay.deliver(messageCreated('Delete a.txt'));
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  expect(platform.bodies('/hooks/v1/tools/invoke')).toMatchObject([
    { arguments: { action: 'Delete a.txt for good', details, arguments: { path: 'a.txt' } } },
  ]);
});

test.each([
  ['cut where it is long', 'Tidies up. '.repeat(50), /^(Tidies up\. ){27}T?i?.*…$/],
  ['its name where it has none', '', /^Run deleteFile$/],
])('a tool that needs approval is described by what it does: %s', async (_, description, action) => {
  pendInvocations();
  await chat({
    model: modelOf(calls('deleteFile', { path: 'a.txt' })),
    tools: { deleteFile: { ...deleteFile, description } },
  });
  platform.relay.deliver(messageCreated('Delete a.txt'));
  await vi.waitFor(() => expect(platform.bodies('/hooks/v1/tools/invoke')).toHaveLength(1));
  const [asked] = platform.bodies('/hooks/v1/tools/invoke') as { arguments?: { action: string } }[];
  expect(asked?.arguments?.action).toMatch(action);
  expect(Array.from(asked?.arguments?.action ?? '').length).toBeLessThanOrEqual(300);
});

test('a tool that the person denies does not run, and the model is told', async () => {
  const ids = pendInvocations();
  const model = modelOf(calls('deleteFile', { path: 'a.txt' }), says('Then it stays.'));
  await chat({ model, tools: { deleteFile } });
  platform.relay.deliver(messageCreated('Delete a.txt'));
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  resolve(ids[0] ?? '', { outcome: 'denied', content: { code: 'denied' }, is_error: true });
  await vi.waitFor(() => expect(finals()).toEqual([[{ type: 'text', text: 'Then it stays.' }]]));
  expect(ran).toEqual([]);
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('The person said no.');
});

test('a model that fails is an error of the handler, and the platform is told', async () => {
  const model = new MockLanguageModelV3({ doStream: () => Promise.reject(new Error('out of credit')) });
  await chat({ model });
  const heard = vi.fn();
  agent.catch(heard);
  platform.relay.deliver(messageCreated('Hello'));
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  expect(platform.calls.some(({ body }) => JSON.stringify(body ?? {}).includes('out of credit'))).toBe(true);
});

test('where the person has not granted decisions nothing runs, and the model says why', async () => {
  const usual = platform.script;
  platform.script = (call) =>
    call.path === '/hooks/v1/tools/invoke' ? refusal(403, 'scope_not_granted') : usual(call);
  const model = modelOf(calls('deleteFile', { path: 'a.txt' }), says('Please let me ask you first.'));
  await chat({ model, tools: { deleteFile } });
  platform.relay.deliver(messageCreated('Delete a.txt'));
  await vi.waitFor(() => expect(finals()).toEqual([[{ type: 'text', text: 'Please let me ask you first.' }]]));
  expect(ran).toEqual([]);
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('has not granted decision.request');
});
