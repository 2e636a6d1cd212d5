import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { openServer, type Server } from '../../runtime/open-server.ts';
import type { Json } from '../../testing/contract/http.ts';
import { openTestStorage, type TestStorage } from '../../testing/database.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { startProvider } from './fixtures/provider.ts';
import { openShop, type Shop } from './fixtures/shop.ts';
import { toolEntry, writeToolsFile } from './fixtures/tools-file.ts';

const clock = fakeClock();
let storage: TestStorage;
let dataDir: string;
let server: Server;
let shop: Shop;

beforeAll(async () => {
  storage = await openTestStorage();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-again-'));
});
afterAll(async () => {
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
});

const provider = await startProvider();
afterAll(() => provider.close());
const entry = (change: Record<string, unknown> = {}) =>
  toolEntry({ name: 'web.order', scope: 'web.call', ...change }, { method: 'POST', url: `${provider.url}/order` });

/** Starts the server with these tools, on a database that outlives it. */
async function start(...tools: unknown[]): Promise<void> {
  const config = readConfig({
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PORT: '0',
    PARLEY_DEMO: '0',
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    PARLEY_TOOLS_FILE: writeToolsFile({ tools }),
  });
  const lasting = { ...storage, close: async () => undefined };
  server = await openServer({ config, clock, log: pino({ level: 'silent' }), storage: lasting });
}

/** Lets an agent ask for a tool, applies a change, approves the call and returns its result. */
async function approveAfter(change: () => Promise<unknown>): Promise<Json> {
  const asked = await shop.invoke({ tool: 'web.order', scope: 'web.call', args: { item: 'Tea' } });
  expect(asked.body.outcome).toBe('pending_approval');
  await change();
  expect((await shop.resolve(asked.body.approval_id, 'approved')).status).toBe(200);
  return shop.result(asked.body.invocation_id);
}

describe('what has changed since the agent asked', () => {
  beforeAll(async () => {
    await start(entry());
    return () => server.close(1000);
  });
  const open = async () => {
    shop = await openShop({ baseUrl: server.localUrl, clock, demoUrl: null }, ['web.call']);
    return `/v1/agents/${shop.agent.agentId}`;
  };

  it('is nothing: the call is made, with the arguments that were approved', async () => {
    await open();
    expect((await approveAfter(async () => undefined)).outcome).toBe('succeeded');
    expect(provider.requests.map(({ body }) => body)).toEqual(['{"item":"Tea"}']);
  });

  it.each([
    ['the grant', (path: string) => shop.person.put(`${path}/membership/grants`, { scopes: [] })],
    [
      'the person, who blocks the agent',
      (path: string) => shop.person.put(`${path}/membership/preferences`, { blocked: true }),
    ],
  ])('%s: the call is denied', async (_title, change) => {
    const path = await open();
    const before = provider.requests.length;
    expect(await approveAfter(() => change(path))).toMatchObject({
      outcome: 'denied',
      content: { code: 'scope_not_granted' },
    });
    expect(provider.requests).toHaveLength(before);
  });

  it('§7 the stored arguments: the call fails, for nobody approved those', async () => {
    await open();
    const before = provider.requests.length;
    const tamper = () =>
      sql`update invocations set arguments = '{"item":"Gold"}' where state = 'waiting_approval'`.execute(storage.db);
    expect(await approveAfter(tamper)).toMatchObject({ outcome: 'failed', content: { code: 'arguments_changed' } });
    expect(provider.requests).toHaveLength(before);
  });
});

describe('what the operator has changed since', () => {
  it.each([
    ['the policy to deny', [entry({ policy: 'deny' })], 'denied', 'denied_by_policy'],
    ['§10 whom the tool is for', [entry({ people: ['somebody-else'] })], 'denied', 'tool_denied'],
    ['§10 which agents it is for', [entry({ agents: [] })], 'denied', 'tool_denied'],
    ['the tool’s scope', [entry({ scope: 'web.other' })], 'denied', 'scope_not_granted'],
    ['the tool, which is gone', [], 'failed', 'tool_unavailable'],
    ['the input schema', [entry({ input_schema: { required: ['size'] } })], 'failed', 'arguments_invalid'],
  ])('%s: the call is not made', async (_title, tools, outcome, code) => {
    await start(entry());
    shop = await openShop({ baseUrl: server.localUrl, clock, demoUrl: null }, ['web.call']);
    const asked = await shop.invoke({ tool: 'web.order', scope: 'web.call' });
    await server.close(1000);
    await start(...tools);
    const resolved = await fetch(`${server.localUrl}/v1/approvals/${asked.body.approval_id}/resolve`, {
      method: 'POST',
      headers: { cookie: shop.person.cookie, 'content-type': 'application/json' },
      body: '{"decision":"approved"}',
    });
    expect(resolved.status).toBe(200);
    const before = provider.requests.length;
    const result = await storedResult(asked.body.invocation_id);
    expect(result).toMatchObject({ outcome, content: { code } });
    expect(provider.requests).toHaveLength(before);
    await server.close(1000);
  });
});

/** Waits for the stored result of an invocation, delivered or not. */
async function storedResult(invocationId: string): Promise<Json> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await sql<{ body: Buffer }>`
      select body from deliveries where event = 'tool.result' and body is not null`.execute(storage.db);
    const results = rows.map(({ body }): Json => JSON.parse(body.toString()).tool_result);
    const found = results.find(({ invocation_id }) => invocation_id === invocationId);
    if (found) return found;
    await clock.advance(50);
  }
  throw new Error('There is no result.');
}

describe('a tool that hangs', () => {
  it('leaves room for others, and is broken off when the server stops', async () => {
    provider.answer(() => undefined);
    await start(entry({ policy: 'allow' }));
    shop = await openShop({ baseUrl: server.localUrl, clock, demoUrl: null }, ['web.call', 'clock.read']);
    const delivery = await shop.ask();
    const hanging = await Promise.all(
      Array.from({ length: 40 }, () => shop.invoke({ tool: 'web.order', scope: 'web.call', delivery })),
    );
    const quick = await shop.invoke({ tool: 'clock.now', scope: 'clock.read', delivery });
    expect((await shop.result(quick.body.invocation_id)).outcome).toBe('succeeded');
    expect(shop.events('tool.result')).toHaveLength(1);

    const { rows } = await sql<{ invocation_id: string }>`
      select invocation_id from invocations where state = 'running'`.execute(storage.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(hanging.length);
    await server.close(100);
    for (const { invocation_id } of rows)
      expect(await storedResult(invocation_id)).toMatchObject({ outcome: 'failed', content: { code: 'interrupted' } });
  });
});
