import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres } from '../../testing/databases-under-test.ts';
import { canShare, openTwoServers, type TwoServers } from '../../testing/durability/two-servers.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { auditCoins } from './fixtures/audit-coins.ts';
import { openShop, type Shop } from './fixtures/shop.ts';

const clock = fakeClock();

describe(`two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  let servers: TwoServers;
  let shop: Shop;

  beforeAll(async () => {
    servers = await openTwoServers(clock, { PARLEY_APPROVAL_TTL: '2m' });
    shop = await openShop(servers.at(0), ['clock.read', 'coin.charge']);
  }, 60_000);
  afterAll(async () => {
    shop.relay.close();
    await servers.close();
  });

  const elsewhere = (path: string, body: unknown) =>
    fetch(`${servers.at(1).baseUrl}${path}`, {
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
    expect(await auditCoins(servers.database.nodes[0].db)).toEqual({ sum: 0, wrong: [] });
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
