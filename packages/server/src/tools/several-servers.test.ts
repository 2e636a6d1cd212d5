import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openServer, type Server } from '../open-server.ts';
import { postgres } from '../testing/databases-under-test.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { auditCoins } from './fixtures/audit-coins.ts';
import { openShop, type Shop } from './fixtures/shop.ts';

const onServer = migratedDatabases.find(({ name }) => name === postgres.name);
const clock = fakeClock();

describe(`two servers on ${postgres.name}`, () => {
  if (!onServer || onServer.skip) return void it.skip('is not reachable', () => undefined);
  let database: SharedDatabase;
  let servers: Server[];
  let shop: Shop;

  beforeAll(async () => {
    database = await onServer.open();
    const config = readConfig({
      PARLEY_DATA_DIR: await mkdtemp(join(tmpdir(), 'parley-two-')),
      DATABASE_URL: database.url ?? '',
      PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PARLEY_PORT: '0',
      PARLEY_RATE_LIMIT: 'off',
      PARLEY_APPROVAL_TTL: '2m',
    });
    const log = pino({ level: 'silent' });
    servers = [];
    for (const storage of database.nodes) servers.push(await openServer({ config, clock, log, storage }));
    const { baseUrl } = { baseUrl: (servers[0] as Server).localUrl };
    shop = await openShop({ baseUrl, clock, demoUrl: null }, ['clock.read', 'coin.charge']);
  }, 60_000);
  afterAll(async () => {
    shop.relay.close();
    for (const server of servers) await server.close(1000);
    await database.close();
  });

  const elsewhere = (path: string, body: unknown) =>
    fetch(`${servers[1]?.localUrl}${path}`, {
      method: 'POST',
      headers: { cookie: shop.person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const resultsOf = (ids: readonly string[]) =>
    shop.events('tool.result').filter(({ tool_result }) => ids.includes(tool_result.invocation_id));

  it('run each invocation once', async () => {
    const delivery = await shop.ask();
    const asked = await Promise.all(
      Array.from({ length: 24 }, () => shop.invoke({ tool: 'clock.now', scope: 'clock.read', delivery })),
    );
    const ids = asked.map(({ body }) => body.invocation_id as string);
    for (const id of ids) expect((await shop.result(id)).outcome).toBe('succeeded');
    expect(resultsOf(ids)).toHaveLength(24);
  });

  it('take a resolution on either, and move coins once', async () => {
    const delivery = await shop.ask();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop.invoke({ tool: 'coin.charge', args: { amount: 5, reason: 'Tea' }, delivery }),
      ),
    );
    await Promise.all(
      asked.flatMap(({ body }) => [
        elsewhere(`/v1/approvals/${body.approval_id}/resolve`, { decision: 'approved' }),
        shop.resolve(body.approval_id, 'approved'),
      ]),
    );
    const ids = asked.map(({ body }) => body.invocation_id as string);
    for (const id of ids) expect((await shop.result(id)).outcome).toBe('succeeded');
    expect(resultsOf(ids)).toHaveLength(8);
    expect(await shop.balance()).toBe(60);
    expect(await auditCoins(database.nodes[0].db)).toEqual({ sum: 0, wrong: [] });
  });

  it('expire an approval once', async () => {
    const delivery = await shop.ask();
    const asked = await Promise.all(
      Array.from({ length: 6 }, () =>
        shop.invoke({ tool: 'coin.charge', args: { amount: 5, reason: 'Tea' }, delivery }),
      ),
    );
    const ids = asked.map(({ body }) => body.invocation_id as string);
    await clock.advance(120_000);
    for (const id of ids) expect((await shop.result(id)).outcome).toBe('expired');
    const events = shop.events('approval.resolved').filter(({ approval }) => ids.includes(approval.invocation_id));
    expect(events).toHaveLength(6);
    expect(resultsOf(ids)).toHaveLength(6);
  });
});
