import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { freshHandle, signUp } from '../../testing/contract/person.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { startProvider } from './fixtures/provider.ts';
import { openShop, type Shop } from './fixtures/shop.ts';
import { toolEntry, writeToolsFile } from './fixtures/tools-file.ts';
import { openToolbox } from './open-toolbox.ts';

const provider = await startProvider();
afterAll(() => provider.close());
const person = freshHandle('p');
const agent = freshHandle('a');
const schema = { type: 'object', properties: {}, additionalProperties: false };
const entry = (name: string, reach: Record<string, unknown>, policy = 'allow') =>
  toolEntry({ name, scope: 'web.call', policy, input_schema: schema, ...reach }, { url: provider.url });
const program = fileURLToPath(new URL('./providers/fixtures/stdio-server.ts', import.meta.url));
const tools = [
  entry('web.everyone', {}),
  entry('web.both', { people: [person], agents: [agent] }),
  entry('web.person', { people: ['nobody-here', person] }),
  entry('web.agent', { agents: [agent] }),
  entry('web.other-person', { people: ['somebody-else'] }),
  entry('web.other-agent', { agents: ['another-agent'], people: [person] }),
  entry('web.no-person', { people: [] }),
  entry('web.no-agent', { agents: [] }, 'deny'),
];
const mcp = (name: string, reach: Record<string, unknown>) => ({
  name,
  command: process.execPath,
  args: ['--import', 'tsx', program],
  policy: 'allow',
  ...reach,
});
const server = useServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({
    tools,
    mcp: [mcp('ours', { people: [person] }), mcp('theirs', { agents: ['another-agent'] })],
  }),
});
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(server, ['web.call', 'clock.read', 'ours.add', 'theirs.add'], { person, agent });
});
const invoke = (tool: string, delivery?: string) =>
  shop.invoke({ tool, scope: 'web.call', ...(delivery ? { delivery } : {}) });

describe('§10 a tool that names people and agents', () => {
  it.each(['web.everyone', 'web.both', 'web.person', 'web.agent'])('is for those: %s', async (tool) => {
    const { body } = await invoke(tool);
    expect((await shop.result(body.invocation_id)).outcome).toBe('succeeded');
  });

  it.each(['web.other-person', 'web.other-agent', 'web.no-person', 'web.no-agent'])(
    'is denied to everyone else, and nothing is called: %s',
    async (tool) => {
      const before = provider.requests.length;
      const { status, body } = await invoke(tool);
      expect([status, body.error.code, body.error.path]).toEqual([403, 'tool_denied', '/tool']);
      expect(provider.requests).toHaveLength(before);
    },
  );

  it('goes by the person of the delivery, not by who owns the agent or the room', async () => {
    const other = await signUp(server);
    const conversation = await openConversation(other, shop.agent);
    await other.put(`/v1/agents/${shop.agent.agentId}/membership/grants`, { scopes: ['web.call'] });
    const delivery = await deliver(other, conversation, 'hello');
    expect((await invoke('web.agent', delivery)).body.outcome).toBe('allow');
    expect((await invoke('web.both', delivery)).body.error.code).toBe('tool_denied');
  });

  it('may be a whole tool server', async () => {
    const args = { a: 1, b: 2 };
    const ours = await shop.invoke({ tool: 'ours.add', args });
    expect((await shop.result(ours.body.invocation_id)).content).toBe('3');
    const theirs = await shop.invoke({ tool: 'theirs.add', args });
    expect([theirs.status, theirs.body.error.code]).toEqual([403, 'tool_denied']);
  });

  it('is denied after it was found, and before its scope and its arguments are looked at', async () => {
    await shop.grant('clock.read');
    expect((await invoke('web.nowhere')).body.error.code).toBe('tool_not_found');
    const denied = await shop.invoke({ tool: 'web.no-person', scope: 'no.scope', args: { strange: 1 } });
    expect(denied.body.error.code).toBe('tool_denied');
    expect((await invoke('web.everyone')).body.error.code).toBe('scope_not_granted');
  });
});

describe('§10 open sign-up', () => {
  const warnings = async (signup: string, file: unknown): Promise<{ tools?: string[]; msg: string }[]> => {
    const messages: string[] = [];
    const log = pino({ level: 'warn' }, { write: (message: string) => void messages.push(message) });
    const config = readConfig({
      PARLEY_SIGNUP: signup,
      DATABASE_URL: 'postgres://nowhere',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      PARLEY_TOOLS_FILE: writeToolsFile(file),
    });
    await openToolbox({ config, clock: fakeClock(), log }).close();
    return messages
      .map((message) => JSON.parse(message) as { tools?: string[]; msg: string })
      .filter(({ tools }) => tools);
  };
  const gone = { command: 'true', args: [] };
  const file = {
    tools,
    mcp: [mcp('mine', gone), mcp('kept', { ...gone, agents: [] }), mcp('shut', { ...gone, policy: 'deny' })],
  };

  it('with tools that are for everyone is said at start, once, with their names and what to do', async () => {
    const said = await warnings('open', file);
    expect(said.map(({ tools: names }) => names)).toEqual([['web.everyone', 'mine.*']]);
    expect(said[0]?.msg).toMatch(/people or agents.*PARLEY_SIGNUP=closed/);
  });

  it('is nothing to speak of where it is closed, or every tool names somebody', async () => {
    expect(await warnings('closed', file)).toEqual([]);
    expect(await warnings('open', { tools: tools.slice(1) })).toEqual([]);
  });
});
