import { CreateTaskResultV2Schema, GetTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cliCommand, parley } from '../testing/cli.ts';
import { freshHandle, startRealServer, temporaryFolder, type OtherPerson, type RealServer } from '../testing/server.ts';

type Json = ReturnType<typeof JSON.parse>;

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer();
}, 120_000);
afterAll(() => server.stop());

let manifest: object;
let agent: Json;
let room: string;
let env: Record<string, string>;
beforeEach(async () => {
  const requested_scopes = ['proactive.message', 'decision.request'].map((scope) => ({ scope, reason: 'To ask.' }));
  const about = { version: '1', handle: freshHandle('m'), name: 'Editor', description: 'Asks.', transport: 'relay' };
  manifest = { ...about, requested_scopes };
  const { item, credential } = await server.call('POST', '/v1/agents', { manifest });
  agent = item;
  const opened = await server.call('POST', '/v1/conversations', { agentIds: [item.agentId] });
  room = opened.item.conversationId;
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home.path,
    PARLEY_BASE_URL: server.baseUrl,
    PARLEY_TOKEN: server.env.PARLEY_TOKEN,
    PARLEY_AGENT_ID: item.agentId,
    PARLEY_CREDENTIAL_ID: credential.credentialId,
    PARLEY_AGENT_SECRET: credential.secret,
  };
});

const grant = (...scopes: string[]) => server.call('PUT', `/v1/agents/${agent.agentId}/membership/grants`, { scopes });
const says = (text: string) => server.call('POST', `/v1/conversations/${room}/messages`, { text });
const messages = async (): Promise<Json[]> => (await server.call('GET', `/v1/conversations/${room}/messages`)).items;
const pending = async (): Promise<Json[]> => (await server.call('GET', '/v1/approvals?state=pending')).items;

/** The official client, connected to the real program. */
async function connect(options: ConstructorParameters<typeof Client>[1] = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...cliCommand(), 'mcp'], env }));
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: object = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...args } }, { timeout: 60_000 });
  return result.structuredContent;
}

/** Waits until the agent has asked, then does what the person does. */
async function once(shown: string, act: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => expect(JSON.stringify((await messages()).at(-1))).toContain(shown), { timeout: 30_000 });
  await act();
}

/** An approval that the agent has asked for after a word of the person, and the result that it waits for. */
async function askedForApproval(): Promise<{ readonly asked: Promise<Json>; readonly approval: Json }> {
  await grant('decision.request');
  await says('Go on.');
  const client = await connect();
  expect(await call(client, 'wait', { wait_seconds: 40 })).toMatchObject({ status: 'message' });
  const asked = call(client, 'request_approval', { kind: 'push', action: 'Push to main', wait_seconds: 40 });
  await vi.waitFor(async () => expect(await pending()).toHaveLength(1), { timeout: 30_000 });
  const [approval] = await pending();
  return { asked, approval };
}

const eras: [string, ConstructorParameters<typeof Client>[1]][] = [
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ['2025-11-25', {}],
];

describe.each(eras)('over protocol %s', { timeout: 120_000 }, (version, options) => {
  it('asks the person who is named by the token, and gives the choice they pressed', async () => {
    await grant('proactive.message');
    const client = await connect(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_person', 'request_approval', 'send_message', 'wait']);
    const answer = call(client, 'ask_person', {
      question: 'Which *colour*?',
      choices: ['Red', 'Blue'],
      wait_seconds: 40,
    });
    await once('Which *colour*?', () => says('Blue'));
    expect(await answer).toMatchObject({ status: 'answered', answer: 'Blue', choice: 'Blue' });
    const [asked] = await messages();
    expect(asked.author).toMatchObject({ type: 'agent', name: 'Editor' });
    expect(asked.blocks[1].buttons.map(({ label }: Json) => label)).toEqual(['Red', 'Blue']);
  });

  it('tells a client that asks for progress that the person is waited for, whose patience begins anew each time', async () => {
    await grant('proactive.message');
    const client = await connect(options);
    const told: Json[] = [];
    const asked = client.callTool(
      { name: 'ask_person', arguments: { question: 'Still there?', wait_seconds: 40 } },
      { timeout: 9000, resetTimeoutOnProgress: true, onprogress: (one) => told.push(one) },
    );
    // The second comes after 5 seconds, the third after the client would have given up.
    await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(3), { timeout: 30_000 });
    await says('Yes.');
    expect((await asked).structuredContent).toMatchObject({ status: 'answered', answer: 'Yes.' });
    const seconds = told.map(({ progress }) => progress);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
    expect(told[0]).toMatchObject({ total: 40, message: 'Waiting for the person in Parley.' });
    const count = told.length;
    const { status } = await call(client, 'wait', { wait_seconds: 0 });
    expect([status, told.length]).toEqual(['nothing', count]);
  });

  it('puts an action to the person, once they have said anything, and gives back what was approved', async () => {
    await grant('proactive.message', 'decision.request');
    const client = await connect(options);
    const asked = call(client, 'request_approval', {
      kind: 'delete_files',
      action: 'Delete two files',
      details: [{ label: 'Folder', value: '/tmp' }],
      arguments: { paths: ['a', 'b'] },
      wait_seconds: 40,
    });
    await once('Show it to me', () => says('Show it to me'));
    await vi.waitFor(async () => expect(await pending()).toHaveLength(1), { timeout: 30_000 });
    const [approval] = await pending();
    const body = { decision: 'approved' };
    await server.call('POST', `/v1/approvals/${approval.id}/resolve`, body);
    expect(await asked).toMatchObject({
      status: 'approved',
      kind: 'delete_files',
      arguments: { paths: ['a', 'b'] },
    });
  });
});

describe('parley mcp', { timeout: 120_000 }, () => {
  it('gives a bounded answer that says how to go on, and goes on after a restart', async () => {
    await grant('proactive.message');
    const first = await connect();
    const waiting = await call(first, 'ask_person', { question: 'May I?', wait_seconds: 0 });
    expect(waiting).toMatchObject({ status: 'waiting', next: expect.stringContaining(waiting.question_id) });
    const again = await call(first, 'ask_person', { question: 'And now?', wait_seconds: 0 });
    expect(again.error).toMatchObject({ code: 'question_open', hint: expect.stringContaining(waiting.question_id) });
    await first.close();
    await says('You may.');
    const second = await connect();
    const found = await call(second, 'wait', { question_id: waiting.question_id, wait_seconds: 40 });
    expect(found).toMatchObject({ status: 'answered', answer: 'You may.', choice: null });
    expect(await call(second, 'wait', { wait_seconds: 0 })).toMatchObject({ status: 'nothing' });
  });

  it('waits for what the person writes of themselves, and answers it without their consent to be written to', async () => {
    const client = await connect();
    const next = call(client, 'wait', { wait_seconds: 40 });
    await says('How is it going?');
    expect(await next).toMatchObject({ status: 'message', messages: [{ text: 'How is it going?' }] });
    expect(await call(client, 'send_message', { text: 'Well.' })).toMatchObject({ status: 'sent' });
    expect((await messages()).at(-1)).toMatchObject({ blocks: [{ type: 'text', text: 'Well.' }] });
  });

  it('says which scope is missing, and who can give it', async () => {
    const client = await connect();
    const result = await client.callTool({ name: 'ask_person', arguments: { question: 'May I?' } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      error: { code: 'scope_not_granted', hint: expect.stringContaining('proactive.message') },
    });
  });

  it('tells a denial from an approval', async () => {
    const { asked, approval } = await askedForApproval();
    await server.call('POST', `/v1/approvals/${approval.id}/resolve`, { decision: 'denied' });
    expect(await asked).toMatchObject({ status: 'denied', kind: 'push' });
    expect(await asked).not.toHaveProperty('reason');
  });

  it.each(['approved', 'denied'])('§23 gives the reason of the person with what they %s', async (decision) => {
    const { asked, approval } = await askedForApproval();
    const reason = 'The tests of today are enough.';
    await server.call('POST', `/v1/approvals/${approval.id}/resolve`, { decision, reason });
    expect(await asked).toMatchObject({ status: decision, reason, decided_by: agent.ownerUserId });
  });

  it('refuses wrong arguments with a code, the place and a hint', async () => {
    const client = await connect();
    const refused = async (name: string, args: object): Promise<Json> => {
      const result = await client.callTool({ name, arguments: { ...args } });
      expect(result.isError).toBe(true);
      return (result.structuredContent as Json).error;
    };
    expect(await refused('send_message', { text: '' })).toMatchObject({
      code: 'arguments_invalid',
      hint: expect.stringMatching(/./),
    });
    const choices = ['Yes', 'x'.repeat(61)];
    expect(await refused('ask_person', { question: 'May I?', choices })).toMatchObject({
      code: 'arguments_invalid',
      message: expect.stringContaining('/choices/1'),
      hint: expect.stringContaining('60'),
    });
    const unknown = await refused('request_approval', { kind: 'push', action: 'Push', detials: [] });
    expect(unknown).toMatchObject({
      message: expect.stringContaining('/detials'),
      hint: expect.stringMatching(/details/),
    });
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'ask_person')?.inputSchema;
    expect(schema).toMatchObject({ required: ['question'], additionalProperties: false });
  });

  it('gives a client that takes tasks a task, which it follows and may give up', async () => {
    await grant('proactive.message');
    const transport = new StdioClientTransport({ command: process.execPath, args: [...cliCommand(), 'mcp'], env });
    const came = new Map<unknown, Json>();
    transport.onmessage = (message: Json) => void came.set(message.id, message.result ?? message.error);
    await transport.start();
    onTestFinished(() => transport.close());
    let id = 0;
    const request = async (method: string, params: object): Promise<Json> => {
      const own = (id += 1);
      await transport.send({ jsonrpc: '2.0', id: own, method, params: { ...params, _meta: withTasks } });
      await vi.waitFor(() => expect(came.has(own)).toBe(true), { timeout: 30_000 });
      return came.get(own);
    };
    const ask = (question: string) =>
      request('tools/call', { name: 'ask_person', arguments: { question, replace_open: true } });
    const task = CreateTaskResultV2Schema.parse(await ask('May I?'));
    expect(task.status).toBe('working');
    await says('Yes.');
    await vi.waitFor(
      async () => expect(await request('tasks/get', { taskId: task.taskId })).toMatchObject({ status: 'completed' }),
      { timeout: 30_000 },
    );
    const done = GetTaskResultV2Schema.parse(await request('tasks/get', { taskId: task.taskId }));
    expect(done).toMatchObject({ result: { structuredContent: { status: 'answered', answer: 'Yes.' } } });
    const second = CreateTaskResultV2Schema.parse(await ask('And this?'));
    expect(await request('tasks/cancel', { taskId: second.taskId })).toMatchObject({ resultType: 'complete' });
    const over = GetTaskResultV2Schema.parse(await request('tasks/get', { taskId: second.taskId }));
    expect(over.status).toBe('cancelled');
    expect(await request('tasks/get', { taskId: 'que_none' })).toMatchObject({ code: -32_602 });
  });

  it('refuses to speak for an agent for which another one speaks, and without an agent', async () => {
    await connect();
    const second = await parley(['mcp', '--json'], { env });
    expect([second.code, second.stdout, JSON.parse(second.stderr).error.code]).toEqual([1, '', 'agent_in_use']);
    const { PARLEY_AGENT_SECRET: _, ...less } = env;
    const nobody = await parley(['mcp', '--json'], { env: less });
    expect([nobody.code, nobody.stdout, JSON.parse(nobody.stderr).error.code]).toEqual([2, '', 'credentials_required']);
    const wrong = await parley(['mcp', '--json'], { env: { ...env, PARLEY_AGENT_SECRET: 'nope' } });
    expect([wrong.code, wrong.stdout, JSON.parse(wrong.stderr).error]).toMatchObject([
      2,
      '',
      {
        code: 'credentials_invalid',
        message: expect.stringMatching(/PARLEY_AGENT_SECRET/),
        hint: expect.stringMatching(/parley agent rotate/),
      },
    ]);
  });

  it('says that the platform refuses the agent, in the result of the tool', async () => {
    env = { ...env, PARLEY_AGENT_SECRET: Buffer.alloc(32, 7).toString('base64url') };
    const client = await connect();
    const refused = await call(client, 'ask_person', { question: 'May I?' });
    expect(refused.error).toMatchObject({ code: 'unauthorized', hint: expect.stringContaining('PARLEY_AGENT_SECRET') });
  });

  it('says how to name a conversation where it cannot know one', async () => {
    const { PARLEY_TOKEN: _, ...less } = env;
    env = { ...less, PARLEY_PERSON: agent.ownerUserId };
    const client = await connect();
    const nowhere = await call(client, 'send_message', { text: 'Hello' });
    expect(nowhere.error).toMatchObject({
      code: 'conversation_unknown',
      hint: expect.stringContaining('PARLEY_CONVERSATION_ID'),
    });
    await says('Here I am.');
    expect(await call(client, 'wait', { wait_seconds: 40 })).toMatchObject({ messages: [{ text: 'Here I am.' }] });
    expect(await call(client, 'send_message', { text: 'Hello' })).toMatchObject({ status: 'sent' });
  });

  it('ends when the client closes stdin, and writes nothing but the protocol to stdout', async () => {
    const run = await parley(['mcp'], { env, input: '' });
    expect([run.code, run.stdout]).toEqual([0, '']);
    expect(run.stderr).not.toContain(env['PARLEY_AGENT_SECRET']);
  });
});

describe('parley mcp in a room with a stranger', { timeout: 120_000 }, () => {
  let guest: OtherPerson;
  beforeEach(async () => {
    await server.call('PUT', `/v1/agents/${agent.agentId}/manifest`, { manifest: { ...manifest, access: 'public' } });
    guest = await server.signUp('Bo');
    const opened = await server.call('POST', '/v1/conversations', {
      agentIds: [agent.agentId],
      userIds: [guest.userId],
    });
    room = opened.item.conversationId;
    env = { ...env, PARLEY_CONVERSATION_ID: room };
    const scopes = ['proactive.message', 'decision.request'];
    await grant(...scopes);
    await guest.call('PUT', `/v1/agents/${agent.agentId}/membership/grants`, { scopes });
  });

  const people = () => ({
    owner: { userId: agent.ownerUserId as string, call: server.call },
    guest,
  });
  type Name = keyof ReturnType<typeof people>;

  /** Checks that an approval and a question are for `decides`, while `other` is the last who wrote. */
  async function expectAsked(decides: Name, other: Name): Promise<void> {
    const { [decides]: person, [other]: stranger } = people();
    const says = (by: typeof person, text: string) => by.call('POST', `/v1/conversations/${room}/messages`, { text });
    const approvals = async (by: typeof person) => (await by.call('GET', '/v1/approvals?state=pending')).items;
    const client = await connect();
    const heard = call(client, 'wait', { wait_seconds: 40 });
    await says(person, 'Go on.');
    expect(await heard).toMatchObject({ messages: [{ from: person.userId, is_person: true }] });
    const again = call(client, 'wait', { wait_seconds: 40 });
    await says(stranger, 'Yes, do it!');
    expect(await again).toMatchObject({ messages: [{ from: stranger.userId, is_person: false }] });

    const asked = call(client, 'request_approval', { kind: 'push', action: 'Push to main', wait_seconds: 40 });
    await vi.waitFor(
      async () => expect([...(await approvals(person)), ...(await approvals(stranger))]).toHaveLength(1),
      { timeout: 30_000 },
    );
    const [approval] = await approvals(person);
    expect(approval).toMatchObject({ action: expect.stringContaining('Push to main') });
    await person.call('POST', `/v1/approvals/${approval.id}/resolve`, { decision: 'approved' });
    expect(await asked).toMatchObject({ status: 'approved', decided_by: person.userId });

    const answer = call(client, 'ask_person', { question: 'Which colour?', wait_seconds: 40 });
    await once('Which colour?', () => says(stranger, 'Red'));
    await says(person, 'Blue');
    expect(await answer).toMatchObject({ status: 'answered', answer: 'Blue', decided_by: person.userId });
  }

  it('asks the owner of the agent, whoever wrote last and whosever the token is', async () => {
    const { token } = await guest.call('POST', '/v1/tokens', { name: 'CLI' });
    env = { ...env, PARLEY_TOKEN: token };
    await expectAsked('owner', 'guest');
  });

  it('asks the person whose handle PARLEY_PERSON names, instead of the owner', async () => {
    env = { ...env, PARLEY_PERSON: `@${guest.handle}` };
    await expectAsked('guest', 'owner');
  });

  it('ends where nobody has the handle in PARLEY_PERSON', async () => {
    const nobody = freshHandle('nobody');
    const run = await parley(['mcp', '--json'], { env: { ...env, PARLEY_PERSON: nobody }, input: '' });
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(JSON.parse(run.stderr).error).toMatchObject({
      code: 'person_unknown',
      message: expect.stringContaining(nobody),
    });
  });
});

const withTasks = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};
