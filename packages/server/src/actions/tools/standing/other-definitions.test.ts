import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres } from '../../../testing/databases-under-test.ts';
import { canShare, openTwoServers, type TwoServers } from '../../../testing/durability/two-servers.ts';
import { fakeClock } from '../../../testing/fake-clock.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';
import { startOperator, usualTerms } from './fixtures/operator.ts';

const operator = await startOperator();
afterAll(() => operator.provider.close());

describe(`§22 while servers start one after the other with another tools file, on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  const clock = fakeClock();
  let servers: TwoServers;
  let shop: Shop;
  let at: 0 | 1 = 0;
  const server = {
    clock,
    demoUrl: null,
    get baseUrl() {
      return servers.at(at).baseUrl;
    },
  };

  beforeAll(async () => {
    const settings = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_TOOLS_FILE: operator.file };
    servers = await openTwoServers(clock, settings);
    shop = await openShop(server, ['shop.pay']);
    shop.relay.close();
  }, 120_000);
  afterAll(() => servers.close());

  it('a grant of the old server covers nothing on the new one: its first call there ends it', async () => {
    await operator.change({ ...usualTerms, path: '/other' }, () => servers.restart(1));
    const call = async () => (await shop.invoke({ tool: 'shop.pay', args: { amount: 1, reason: 'Water' } })).body;
    const { approval_id } = await call();
    const until = new Date(clock.now() + 86_400_000).toISOString();
    const body = { decision: 'approved', standing: { until } };
    const given = await shop.person.post(`/v1/approvals/${approval_id}/resolve`, body);
    expect(given.status, given.text).toBe(200);
    at = 1;
    expect((await call()).outcome).toBe('pending_approval');
    const { grantId } = given.body.standingGrant;
    const { item } = (await shop.person.get(`/v1/standing-grants/${grantId}`)).body;
    expect(item).toMatchObject({ state: 'invalid', invalidReason: 'tool_changed' });
    const { rows } = await sql<{ target_id: string }>`
      select target_id from audit_log where action = 'standing_grant.ended'`.execute(servers.database.nodes[0].db);
    expect(rows).toEqual([{ target_id: grantId }]);
    at = 0;
    expect((await call()).outcome).toBe('pending_approval');
  });
});
