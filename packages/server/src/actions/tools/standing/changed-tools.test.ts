import type { Tool } from '@modelcontextprotocol/server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/contract/eventually.ts';
import type { Json } from '../../../testing/contract/http.ts';
import { useRestartableServer } from '../../../testing/contract/restartable.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { writeToolsFile } from '../fixtures/tools-file.ts';
import { startChangingToolServer } from './fixtures/changing-tool-server.ts';

const water = { type: 'object' as const, properties: { litres: { type: 'number' } } };
const usual: Tool[] = [
  { name: 'water', description: 'Waters a plant.', inputSchema: water },
  { name: 'cut', description: 'Cuts a plant.', inputSchema: water },
];
/** The usual tools, where `water` is another. */
const withWater = (change: Partial<Tool>): Tool[] =>
  usual.map((tool, at) => (at === 0 ? { ...tool, ...change } : tool));
const otherForm = { ...water, properties: { ...water.properties, place: { type: 'string' } } };

const garden = await startChangingToolServer(usual);
afterAll(() => garden.close());
const server = useRestartableServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: writeToolsFile({ mcp: [{ name: 'garden', url: garden.url }] }),
});
let shop: Shop;

beforeEach(async () => {
  garden.change(usual);
  garden.forget();
  await server.downFor(3_000);
  shop = await openShop(server, ['garden.water', 'garden.cut']);
});

const invoke = async (tool: string): Promise<Json> => (await shop.invoke({ tool, args: { litres: 1 } })).body;
const read = async (grantId: string): Promise<Json> =>
  (await shop.person.get(`/v1/standing-grants/${grantId}`)).body.item;
const usesOf = async (grantId: string): Promise<Json[]> =>
  (await shop.person.get(`/v1/standing-grants/${grantId}/uses`)).body.items;
const untilOver = (grantId: string) =>
  eventually(server, 'the grant to end', async () => (await read(grantId)).state !== 'active');

/** Gives a standing grant, and waits for the first use to run. */
async function give(tool: string): Promise<string> {
  const until = new Date(server.clock.now() + 86_400_000).toISOString();
  const { approval_id } = await invoke(tool);
  const body = { decision: 'approved', standing: { until, max: [{ path: '/litres', total: 10 }] } };
  const answer = await shop.person.post(`/v1/approvals/${approval_id}/resolve`, body);
  expect(answer.status, answer.text).toBe(200);
  const { grantId } = answer.body.standingGrant;
  await eventually(server, 'the first use', async () => (await usesOf(grantId))[0]?.outcome === 'succeeded');
  return grantId;
}

describe('§22 a standing grant for a tool of an MCP server', () => {
  it.each<[string, Tool[]]>([
    ['takes other arguments', withWater({ inputSchema: otherForm })],
    ['is gone', usual.slice(1)],
    ['cannot be used any more', withWater({ inputSchema: { type: 'object', pattern: '(' } })],
  ])('ends as tool_changed when the server says that the tool %s', async (_what, tools) => {
    const [changed, other] = [await give('garden.water'), await give('garden.cut')];
    garden.change(tools);
    await garden.announce();
    await untilOver(changed);
    expect(await read(changed)).toMatchObject({ state: 'invalid', invalidReason: 'tool_changed' });
    expect(await read(other)).toMatchObject({ state: 'active', invalidReason: null });
    expect((await invoke('garden.cut')).outcome).toBe('allow');
    garden.change(usual);
    await garden.announce();
    await eventually(server, 'the tool', async () => (await invoke('garden.water')).outcome === 'pending_approval');
    expect(await read(changed)).toMatchObject({ state: 'invalid' });
  });

  it('stands where only the description of the tool differs', async () => {
    const grantId = await give('garden.water');
    garden.change(withWater({ description: 'Waters any plant.' }));
    await garden.announce();
    await eventually(server, 'the new description', async () => {
      const { items } = (await shop.agent.send('/hooks/v1/tools')).body;
      return items.some(({ description }: Json) => description === 'Waters any plant.');
    });
    expect((await invoke('garden.water')).outcome).toBe('allow');
    expect(await read(grantId)).toMatchObject({ state: 'active', used: 2 });
  });

  it('does not run a call that was allowed before the server began with another tool; the use is given back', async () => {
    const grantId = await give('garden.water');
    garden.change(withWater({ inputSchema: otherForm }));
    garden.forget();
    garden.calls.length = 0;
    expect((await invoke('garden.water')).outcome).toBe('allow');
    await eventually(server, 'the use to end', async () => (await usesOf(grantId))[0]?.outcome);
    expect(await usesOf(grantId)).toMatchObject([{ outcome: 'denied' }, { outcome: 'succeeded' }]);
    expect(garden.calls).toEqual([]);
    await untilOver(grantId);
    expect(await read(grantId)).toMatchObject({ invalidReason: 'tool_changed', used: 1, max: [{ spent: 1 }] });
  });

  it('runs a call whose server began again with the same tool', async () => {
    const grantId = await give('garden.water');
    garden.forget();
    expect((await invoke('garden.water')).outcome).toBe('allow');
    await eventually(server, 'the use to end', async () => (await usesOf(grantId))[0]?.outcome);
    expect((await usesOf(grantId))[0]?.outcome).toBe('succeeded');
  });
});
