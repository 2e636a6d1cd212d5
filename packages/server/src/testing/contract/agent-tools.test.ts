import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import type { Json } from './http.ts';
import { freshHandle, signUp, type Person } from './person.ts';
import { toolsFile } from './provider.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const friend = freshHandle('a');
const schema = { type: 'object', properties: { word: { type: 'string' } }, additionalProperties: false };
const entry = (name: string, change: Json = {}) => ({
  name,
  scope: 'words.use',
  description: `About ${name}.`,
  input_schema: schema,
  http: { method: 'GET', url: 'https://words.example/' },
  ...change,
});
const mcp = (name: string, change: Json = {}) => ({
  name,
  command: process.execPath,
  args: ['--import', 'tsx', fileURLToPath(new URL('./mcp-fixture.ts', import.meta.url)), 'stdio'],
  ...change,
});
const server = useServer({
  PARLEY_TOOLS_FILE: toolsFile({
    tools: [
      entry('words.find'),
      entry('words.allowed', { policy: 'allow' }),
      entry('words.denied', { policy: 'deny' }),
      entry('words.ours', { agents: [friend] }),
      entry('words.nobodys', { agents: [] }),
      entry('words.of-one-person', { people: ['somebody-else'] }),
      entry('other.tool', { scope: 'other.use' }),
    ],
    mcp: [
      mcp('math', { policy: 'allow', tools: { never: 'deny', careful: 'require_approval' } }),
      mcp('theirs', { agents: ['another-agent'] }),
      { name: 'down', url: 'https://down.invalid/mcp' },
    ],
  }),
});
let ada: Person;

beforeAll(async () => {
  ada = await signUp(server);
});

const agentWith = (scopes: string[], change: Json = {}): Promise<Agent> =>
  registerAgent(server, ada, { requested_scopes: scopes.map((scope) => ({ scope, reason: 'To try.' })), ...change });
const list = async (agent: Agent): Promise<Json[]> => {
  const { status, body } = await agent.send('/hooks/v1/tools');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['items']);
  return body.items;
};
const names = async (agent: Agent) => (await list(agent)).map(({ name }) => name);

describe('§12 the tools of an agent', () => {
  it('are none where the manifest requests no scope', async () => {
    expect(await list(await agentWith([]))).toEqual([]);
  });

  it('are those that Parley brings along, with form and policy', async () => {
    const items = await list(await agentWith(['clock.read', 'coin.charge', 'identity.read', 'decision.request']));
    expect(items.map(({ name, scope, policy }) => [name, scope, policy])).toEqual([
      ['clock.now', 'clock.read', 'allow'],
      ['coin.charge', 'coin.charge', 'require_approval'],
      ['decision.request', 'decision.request', 'require_approval'],
      ['identity.read', 'identity.read', 'require_approval'],
    ]);
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(['description', 'input_schema', 'name', 'policy', 'scope', 'standing']);
      expect(item.description).toMatch(/\S/);
      expect(item.input_schema.type).toBe('object');
    }
    expect(items[1]?.input_schema.required.sort()).toEqual(['amount', 'reason']);
  });

  it('are the operator’s of its scopes, but not those kept from it; what is for some people is there', async () => {
    const agent = await agentWith(['words.use']);
    const items = await list(agent);
    expect(items.map(({ name, policy }) => [name, policy])).toEqual([
      ['words.allowed', 'allow'],
      ['words.denied', 'deny'],
      ['words.find', 'require_approval'],
      ['words.of-one-person', 'require_approval'],
    ]);
    expect(items[2]).toEqual({
      name: 'words.find',
      scope: 'words.use',
      description: 'About words.find.',
      input_schema: schema,
      policy: 'require_approval',
      standing: true,
    });
  });

  it('are for an agent that the operator names', async () => {
    expect(await names(await agentWith(['words.use'], { handle: friend }))).toContain('words.ours');
  });

  it('are those of tool servers, with the scopes and policies that they have', async () => {
    const agent = await agentWith(['math.add', 'math.never', 'math.careful', 'theirs.add', 'down.any']);
    const items = await eventually(server, 'the tools of the server', async () => {
      const found = await list(agent);
      return found.length > 0 ? found : undefined;
    });
    expect(items.map(({ name, scope, policy }) => [name, scope, policy])).toEqual([
      ['math.add', 'math.add', 'allow'],
      ['math.careful', 'math.careful', 'require_approval'],
      ['math.never', 'math.never', 'deny'],
    ]);
    expect(items[0]).toMatchObject({ description: 'Adds.', input_schema: { type: 'object', required: ['a', 'b'] } });
  });

  it('follow the manifest', async () => {
    const agent = await agentWith(['clock.read']);
    const manifest = {
      version: '1',
      handle: agent.handle,
      name: 'Clerk',
      description: 'x',
      transport: 'relay',
      requested_scopes: [{ scope: 'coin.charge', reason: 'To be paid.' }],
    };
    expect((await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest })).status).toBe(200);
    expect(await names(agent)).toEqual(['coin.charge']);
  });

  it('need a signature', async () => {
    expectRefusal(await ada.get('/hooks/v1/tools'), 401, 'unauthorized');
  });
});
