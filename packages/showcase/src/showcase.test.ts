import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePlatform, envelopeBase, formSubmitted, messageCreated } from '@parley/agent-sdk';
import type { SendableBlock } from '@parley/protocol';
import { blockRegistry, manifest, newId } from '@parley/protocol';
import { commands } from './commands.ts';
import { showcaseManifest, startShowcase } from './index.ts';

let platform: FakePlatform;
let showcase: { stop(): Promise<void> };
let lines: string[];

beforeEach(async () => {
  platform = await new FakePlatform().start();
  // A handler that outlives its test logs to the log of that test.
  const own: string[] = (lines = []);
  const log = (level: string, message: string) => void (level !== 'info' && own.push(message));
  showcase = await startShowcase({ ...platform.options, log, paceMs: 0 });
});

const notGranted = { status: 403, body: { error: { code: 'scope_not_granted', message: 'No.', request_id: 'req_x' } } };

afterEach(async () => {
  await showcase.stop();
  await platform.stop();
});

interface Reply {
  readonly in_reply_to_delivery_id: string;
  readonly partial?: boolean;
  readonly blocks: SendableBlock[];
}

const replies = (): Reply[] => platform.bodies('/hooks/v1/reply') as unknown as Reply[];
const typesOf = (sent: readonly Reply[]) => sent.flatMap(({ blocks }) => blocks.map(({ type }) => type));

/** Sends an envelope and returns its answers, once the last one is final and no further one arrives. */
async function answersTo(envelope: { readonly delivery_id: string }): Promise<Reply[]> {
  platform.relay.deliver(envelope);
  const mine = () => replies().filter((reply) => reply.in_reply_to_delivery_id === envelope.delivery_id);
  await vi.waitFor(() => expect(mine().at(-1)?.partial ?? !mine().length).toBe(false), { timeout: 10_000 });
  return mine();
}

test('the manifest is one that the platform takes', () => {
  expect(manifest.parse(showcaseManifest)).toEqual(showcaseManifest);
});

test('no two commands answer to one word', () => {
  const words = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

const answered = commands.map(({ name }) => name).filter((name) => name !== 'fail');

test.each(answered)('“%s” is answered without a fault', async (name) => {
  const answers = await answersTo(messageCreated(name));
  expect(answers.length).toBeGreaterThan(0);
  expect(JSON.stringify(answers)).not.toMatch(/I only know a few tricks|not go as planned/);
  expect(lines).toEqual([]);
});

test('every block that an agent may send is shown', async () => {
  const answers = [];
  for (const name of answered) answers.push(...(await answersTo(messageCreated(name))));
  await vi.waitFor(() => expect(JSON.stringify(replies())).toMatch(/That is all/));
  const sendable = Object.entries(blockRegistry).filter(([, { sender }]) => !['platform', 'nobody'].includes(sender));
  const expected = sendable.map(([type]) => type);
  expect([...new Set(typesOf(replies()))].sort()).toEqual(expected.sort());
  expect(lines).toEqual([]);
});

test.each([
  ['image', 'image/png', '89504e470d0a1a0a'],
  ['audio', 'audio/wav', '52494646'],
  ['video', 'video/webm', '1a45dfa3'],
  ['file', 'text/csv', '686572622c'],
])('“%s” is made, uploaded and named', async (name, contentType, start) => {
  const [answer] = await answersTo(messageCreated(name));
  const upload = platform.calls.find(({ path }) => path === '/hooks/v1/assets');
  expect(upload?.headers['content-type']).toBe(contentType);
  expect(upload?.raw.toString('hex')).toMatch(new RegExp(`^${start}`));
  expect(answer?.blocks.at(-1)).toMatchObject({ type: name, asset_id: expect.stringMatching(/^ast_/) });
});

test('an attachment is thanked for', async () => {
  const envelope = messageCreated('');
  const blocks = [{ type: 'image', asset_id: 'ast_01ARZ3NDEKTSV4RRFFQ69G5FAV' }];
  const messages = envelope.messages.map((message) => ({ ...message, blocks }));
  const withAttachment = { ...envelope, messages };
  const [answer] = await answersTo(withAttachment);
  expect(answer?.blocks[0]).toMatchObject({ text: expect.stringContaining('Thank you for the image!') });
});

test('every command is in the words of the help, and behind a button of it', async () => {
  const blocks = (await Promise.all(['help', 'what else?'].map((word) => answersTo(messageCreated(word))))).flatMap(
    (sent) => sent.flatMap((reply) => reply.blocks),
  );
  const payloads = blocks.flatMap((block) =>
    block.type === 'buttons' ? block.buttons.map(({ payload }) => payload) : [],
  );
  const names = commands.map(({ name }) => name);
  expect(payloads.filter((payload) => !names.includes(payload))).toEqual([]);
  expect(names.filter((name) => !payloads.includes(name) && !['hello', 'help'].includes(name))).toEqual([]);
  const [words] = blocks;
  const said = words?.type === 'text' ? words.text : '';
  const buttonsOnly = ['hello', 'help', 'what else?', 'show every block'];
  expect(names.filter((name) => !said.includes(`\`${name}\``) && !buttonsOnly.includes(name))).toEqual([]);
});

test('a failure on request is the platform’s to tell, and the owner’s to read', async () => {
  platform.relay.deliver(messageCreated('fail'));
  const reports = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));
  await vi.waitFor(() => expect(reports()).toHaveLength(1));
  expect(reports()[0]?.body).toMatchObject({ reason: 'FailedOnRequest: You asked me to fail, and so I did.' });
  expect(replies()).toEqual([]);
  expect(lines).toEqual([]);
});

test.each([
  ['charge 3 coins', 'coin.charge'],
  ['ask me first', 'decision.request'],
])('“%s” asks with the scope %s, and where it is not granted says so', async (name, scope) => {
  await answersTo(messageCreated(name));
  expect(platform.bodies('/hooks/v1/tools/invoke')[0]).toMatchObject({ tool: scope, requested_scope: scope });
  expect(showcaseManifest.requested_scopes.map((one) => one.scope)).toContain(scope);
  platform.script = ({ path }) => (path === '/hooks/v1/tools/invoke' ? notGranted : undefined);
  const [answer] = await answersTo(messageCreated(name));
  expect(answer?.blocks[0]).toMatchObject({ text: expect.stringContaining(`You have not granted me \`${scope}\``) });
});

test('the same payment is asked for again and again, so that a permission that lasts is suggested', async () => {
  const state = { granted_scopes: ['coin.charge'], stopped: false };
  const asked: string[] = [];
  platform.script = ({ method, path }) => {
    if (method === 'GET' && path.startsWith('/hooks/v1/deliveries/')) return { status: 200, body: state };
    if (path !== '/hooks/v1/tools/invoke') return undefined;
    const invocation_id = newId('invocation', Date.now());
    asked.push(invocation_id);
    return { status: 202, body: { outcome: 'pending_approval', invocation_id, approval_id: newId('approval', 1) } };
  };
  /** Waits for the next question, and gives its outcome. */
  const decides = async (number: number, outcome: 'succeeded' | 'denied') => {
    await vi.waitFor(() => expect(asked).toHaveLength(number), { timeout: 10_000 });
    const call = { requested_scope: 'coin.charge', tool: 'coin.charge', is_error: false, content: { amount: 1 } };
    const tool_result = { ...call, invocation_id: asked.at(-1), outcome };
    platform.relay.deliver({ ...envelopeBase(), event: 'tool.result', tool_result } as never);
  };
  const hasSaid = (words: string) =>
    vi.waitFor(() => expect(JSON.stringify(replies())).toContain(words), { timeout: 10_000 });
  platform.relay.deliver(messageCreated('water the plants'));
  for (const number of [1, 2, 3, 4]) await decides(number, 'succeeded');
  await hasSaid('All of them are watered.');
  platform.relay.deliver(messageCreated('water the plants'));
  await decides(5, 'denied');
  await hasSaid('The mint stays dry: denied.');
  const bodies = platform.bodies('/hooks/v1/tools/invoke') as unknown as { arguments: object }[];
  expect(new Set(bodies.map((body) => JSON.stringify(body.arguments)))).toEqual(
    new Set([JSON.stringify({ amount: 1, reason: 'Water from the plant shop' })]),
  );
  expect([bodies.length, lines]).toEqual([5, []]);
});

test('what came of a question is said', async () => {
  const result = { invocation_id: 'inv_x', requested_scope: 'coin.charge', tool: 'coin.charge', is_error: false };
  const said = async (more: object) => {
    const tool_result = { ...result, ...more };
    const [answer] = await answersTo({ ...envelopeBase(), event: 'tool.result', tool_result } as never);
    return answer?.blocks[0]?.type === 'text' ? answer.blocks[0].text : '';
  };
  expect(await said({ outcome: 'succeeded', content: { amount: 3 } })).toContain('3 coins');
  expect(await said({ outcome: 'denied', content: null })).toContain('You said no');
  expect(await said({ outcome: 'failed', content: { code: 'insufficient_coins' } })).toContain('insufficient_coins');
});

test('the story grows in drafts before it is whole', async () => {
  await showcase.stop();
  showcase = await startShowcase({ ...platform.options, log: () => undefined, paceMs: 4 });
  const answers = await answersTo(messageCreated('Stream a story'));
  const lengths = answers.map(({ blocks }) => (blocks[0]?.type === 'text' ? blocks[0].text.length : 0));
  expect(answers.length).toBeGreaterThan(2);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

test('anything else is said back, with a hint', async () => {
  const [answer] = await answersTo(messageCreated('I like\ntrains'));
  expect(answer?.blocks[0]).toMatchObject({ text: expect.stringContaining('> I like\n> trains') });
  expect(typesOf([answer as Reply])).toEqual(['text', 'buttons']);
});

test('a message as long as one can be is said back too', async () => {
  await answersTo(messageCreated('a\n'.repeat(5_000)));
  await answersTo(messageCreated('😀'.repeat(10_000)));
  expect(lines).toEqual([]);
});

test('a form is thanked for with what was answered', async () => {
  const [answer] = await answersTo(formSubmitted({ name: 'Ada', guests: 3, dish: 'x'.repeat(10_000) }));
  expect(answer?.blocks).toMatchObject([
    { text: expect.stringContaining('Thank you, Ada!') },
    {
      type: 'table',
      rows: [
        ['name', 'Ada'],
        ['guests', '3'],
        ['dish', expect.stringMatching(/^x{199}…$/)],
      ],
    },
  ]);
});

test('a new member is welcomed, and another agent is answered', async () => {
  const joined = { ...messageCreated('Ada joined.'), event: 'member.joined' };
  expect((await answersTo(joined))[0]?.blocks[0]).toMatchObject({ text: expect.stringContaining('Welcome') });
  const agent_call = {
    from_agent_id: platform.agentId,
    depth: 1,
    in_answer_to: null,
    blocks: [{ type: 'text', text: 'x' }],
  };
  const [answer] = await answersTo({ ...envelopeBase(), event: 'agent.call', agent_call } as never);
  expect(answer?.blocks[0]).toMatchObject({ text: expect.stringContaining(platform.agentId) });
});

test('an assigned task is begun and completed', async () => {
  const envelope = { ...messageCreated('Water the plants'), event: 'task.assigned', task_id: 'tsk_x' };
  platform.relay.deliver(envelope);
  await vi.waitFor(() => {
    const statuses = platform.bodies('/hooks/v1/task').map(({ status }) => status);
    expect(statuses).toEqual(['in_progress', 'in_progress', 'completed']);
  });
});
