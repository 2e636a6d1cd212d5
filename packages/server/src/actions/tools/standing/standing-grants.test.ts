import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { firstAdmin } from '../../../testing/contract/admin.ts';
import { auditCoins } from '../fixtures/audit-coins.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_RATE_LIMIT: 'off' });
});
afterAll(() => server.stop());

const in10Days = () => new Date(server.clock.now() + 10 * 86_400_000).toISOString();
const open = () => openShop(server, ['coin.charge', 'identity.read', 'decision.request']);
const charge = (shop: Shop, amount: number, reason = 'Water', delivery?: string) =>
  shop.invoke({ tool: 'coin.charge', args: { amount, reason }, ...(delivery && { delivery }) });
const approve = (shop: Shop, id: string, standing: unknown) =>
  shop.person.post(`/v1/approvals/${id}/resolve`, { decision: 'approved', standing });

async function give(shop: Shop, standing: Record<string, unknown> = {}, amount = 3) {
  const asked = await charge(shop, amount);
  const max = [{ path: '/amount', total: 10 }];
  const answer = await approve(shop, asked.body.approval_id, { until: in10Days(), max, ...standing });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { asked, grant: answer.body.standingGrant, answer };
}

describe('§22 a standing grant', () => {
  it('covers calls within its bounds, counts them, and puts to the person what has no room', async () => {
    const shop = await open();
    const { grant, asked } = await give(shop);
    expect(grant).toMatchObject({
      used: 1,
      uses: null,
      state: 'active',
      max: [{ path: '/amount', spent: 3, total: 10 }],
    });
    expect(grant.lastUsedAt).toBe(grant.createdAt);
    expect((await shop.result(asked.body.invocation_id)).outcome).toBe('succeeded');
    const covered = await charge(shop, 4, 'Seeds');
    expect(covered.body).toEqual({ outcome: 'allow', invocation_id: covered.body.invocation_id });
    expect((await shop.result(covered.body.invocation_id)).outcome).toBe('succeeded');
    expect((await charge(shop, 4)).body.outcome).toBe('pending_approval');
    const { item } = (await shop.person.get(`/v1/standing-grants/${grant.grantId}`)).body;
    expect(item).toMatchObject({ used: 2, max: [{ spent: 7 }] });
    const { items } = (await shop.person.get(`/v1/standing-grants/${grant.grantId}/uses`)).body;
    expect(items.map((use: { outcome: string }) => use.outcome)).toEqual(['succeeded', 'succeeded']);
    expect(items[0].receipt).toMatchObject({ approvalId: null, grantId: grant.grantId, decidedAt: grant.createdAt });
    const receipt = await shop.person.get(`/v1/approvals/${asked.body.approval_id}/receipt`);
    expect(items[1].receipt).toEqual(receipt.body.item);
    const messages = (await shop.person.get(`/v1/conversations/${shop.conversation}/messages`)).body.items;
    expect(messages.map(({ body }: { body: string }) => body)).toContainEqual(
      expect.stringMatching(/^“Shop” paid 4 coins under “Bea”’s standing permission, 3 of 10 left$/),
    );
    expect(await shop.balance()).toBe(93);
    expect(await auditCoins(server.app.storage.db)).toEqual({ sum: 0, wrong: [] });
  });

  it('says of one that is bounded by uses how many are left', async () => {
    const shop = await open();
    const read = () => shop.invoke({ tool: 'identity.read', args: { fields: ['handle'] } });
    const asked = await read();
    expect((await approve(shop, asked.body.approval_id, { until: in10Days(), uses: 5 })).status).toBe(200);
    await shop.result((await read()).body.invocation_id);
    const messages = (await shop.person.get(`/v1/conversations/${shop.conversation}/messages`)).body.items;
    expect(messages.map(({ body }: { body: string }) => body)).toContain(
      '“Shop” used identity.read under “Bea”’s standing permission, 3 of 5 left',
    );
  });

  it('is revoked at once, and a use after that never runs', async () => {
    const shop = await open();
    const { grant } = await give(shop);
    for (const _ of [1, 2]) expect((await shop.person.del(`/v1/standing-grants/${grant.grantId}`)).status).toBe(204);
    expect((await charge(shop, 1)).body.outcome).toBe('pending_approval');
    expect((await shop.person.get(`/v1/standing-grants/${grant.grantId}`)).body.item.state).toBe('revoked');
    const other = await open();
    expect((await other.person.get(`/v1/standing-grants/${grant.grantId}`)).body.error.code).toBe('grant_not_found');
  });

  it('gives back a use that did nothing', async () => {
    const shop = await open();
    const { grant } = await give(shop, { max: [{ path: '/amount', total: 1000 }] });
    const poor = await charge(shop, 500);
    expect(poor.body.outcome).toBe('allow');
    expect((await shop.result(poor.body.invocation_id)).content).toEqual({ code: 'insufficient_coins' });
    const { item } = (await shop.person.get(`/v1/standing-grants/${grant.grantId}`)).body;
    expect(item).toMatchObject({ used: 1, max: [{ spent: 3 }] });
    expect((await shop.person.get(`/v1/standing-grants/${grant.grantId}/uses`)).body.items).toHaveLength(2);
  });

  it('takes pending approvals along, oldest first, while uses last', async () => {
    const shop = await open();
    const delivery = await shop.ask();
    const asked = [];
    for (const reason of ['Water', 'Water', 'Seeds', 'Water', 'Water'])
      asked.push(await charge(shop, 1, reason, delivery));
    const answer = await approve(shop, asked[0]?.body.approval_id, {
      until: in10Days(),
      uses: 3,
      equal: ['/reason'],
      max: [{ path: '/amount', total: 10 }],
    });
    expect(answer.body.standingGrant).toMatchObject({ used: 3, state: 'spent' });
    const states = await Promise.all(
      asked.map(async ({ body }) => (await shop.person.get(`/v1/approvals/${body.approval_id}`)).body.item.state),
    );
    expect(states).toEqual(['approved', 'approved', 'pending', 'approved', 'pending']);
    const receipt = await shop.person.get(`/v1/approvals/${asked[1]?.body.approval_id}/receipt`);
    expect(receipt.body.item).toMatchObject({ grantId: answer.body.standingGrant.grantId });
  });

  it.each([
    ['grant_unbounded', '/standing/max', { max: [] }],
    ['grant_path_unknown', '/standing/equal/0', { equal: ['/nothing'] }],
    ['grant_path_unknown', '/standing/max/0/path', { max: [{ path: '/reason', total: 3 }] }],
    ['malformed_request', '/standing/max/0/total', { max: [{ path: '/amount', total: 2 }] }],
    ['malformed_request', '/standing/until', { until: '2020-01-01T00:00:00Z' }],
    ['malformed_request', '/standing/until', { until: '2999-01-01T00:00:00Z' }],
    ['malformed_request', '/standing/equal/1', { equal: ['/reason', '/reason'] }],
    ['malformed_request', '/standing/uses', { uses: 0 }],
  ])('is refused: %s at %s', async (code, path, standing) => {
    const shop = await open();
    const asked = await charge(shop, 3);
    const max = [{ path: '/amount', total: 10 }];
    const answer = await approve(shop, asked.body.approval_id, { until: in10Days(), max, ...standing });
    expect(answer.body.error).toMatchObject({ code, path });
    expect((await shop.person.get(`/v1/approvals/${asked.body.approval_id}`)).body.item.state).toBe('pending');
  });

  it('decides what it takes along at the time of the grant', async () => {
    const shop = await open();
    const [first, along] = [await charge(shop, 1), await charge(shop, 2)];
    const stands = server.clock.now();
    let ticks = 0;
    const clock = vi.spyOn(server.clock, 'now').mockImplementation(() => stands + (ticks += 1));
    const max = [{ path: '/amount', total: 10 }];
    const { body } = await approve(shop, first.body.approval_id, {
      until: new Date(stands + 86_400_000).toISOString(),
      max,
    });
    clock.mockRestore();
    const { item } = (await shop.person.get(`/v1/approvals/${along.body.approval_id}`)).body;
    expect(item).toMatchObject({ state: 'approved', resolvedAt: body.standingGrant.createdAt });
  });

  it('is not given to an agent that is suspended', async () => {
    const [shop, root] = [await open(), await firstAdmin(server)];
    const asked = await charge(shop, 1);
    const suspend = (suspended: boolean) =>
      root.patch(`/v1/admin/agents/${shop.agent.agentId}`, { suspended, ...(suspended && { reason: 'Odd' }) });
    expect((await suspend(true)).status).toBe(200);
    const max = [{ path: '/amount', total: 10 }];
    const answer = await approve(shop, asked.body.approval_id, { until: in10Days(), max });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'grant_not_possible']);
    await suspend(false);
  });

  it('is not given for decision.request, nor with a denial', async () => {
    const shop = await open();
    const asked = await shop.invoke({ tool: 'decision.request', args: { action: 'Go' } });
    const answer = await approve(shop, asked.body.approval_id, { until: in10Days() });
    expect(answer.body.error).toMatchObject({ code: 'grant_not_possible', path: '/standing' });
    const body = { decision: 'denied', standing: { until: in10Days() } };
    const denied = await shop.person.post(`/v1/approvals/${asked.body.approval_id}/resolve`, body);
    expect(denied.body.error.code).toBe('malformed_request');
  });

  it('answers the same request again, and conflicts with another', async () => {
    const shop = await open();
    const asked = await charge(shop, 3);
    const standing = { until: in10Days(), max: [{ path: '/amount', total: 10 }] };
    const both = await Promise.all([1, 2].map(() => approve(shop, asked.body.approval_id, standing)));
    expect(new Set(both.map(({ body }) => body.standingGrant.grantId)).size).toBe(1);
    const other = await approve(shop, asked.body.approval_id, { ...standing, uses: 5 });
    expect(other.body.error.code).toBe('approval_conflict');
    const plain = await shop.resolve(asked.body.approval_id, 'approved');
    expect(Object.keys(plain.body)).toEqual(['approval']);
  });

  it.each([
    ['scope_withdrawn', (shop: Shop) => shop.grant()],
    [
      'agent_blocked',
      (shop: Shop) => shop.person.put(`/v1/agents/${shop.agent.agentId}/membership/preferences`, { blocked: true }),
    ],
    ['agent_deleted', (shop: Shop) => shop.owner.del(`/v1/agents/${shop.agent.agentId}`)],
    ['left_room', (shop: Shop) => shop.person.del(`/v1/conversations/${shop.conversation}`)],
  ])('becomes invalid for good: %s', async (invalidReason, change) => {
    const shop = await open();
    const { grant } = await give(shop);
    expect((await change(shop)).status).toBeLessThan(300);
    const { item } = (await shop.person.get(`/v1/standing-grants/${grant.grantId}`)).body;
    expect(item).toMatchObject({ state: 'invalid', invalidReason });
  });

  it('lets exactly five of twenty concurrent calls run', async () => {
    const shop = await open();
    await give(shop, { uses: 6, max: [{ path: '/amount', total: 1000 }] });
    const delivery = await shop.ask();
    const calls = await Promise.all(Array.from({ length: 20 }, () => charge(shop, 1, 'Water', delivery)));
    const outcomes = calls.map(({ body }) => body.outcome);
    expect(outcomes.filter((outcome) => outcome === 'allow')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'pending_approval')).toHaveLength(15);
    for (const { body } of calls.filter((call) => call.body.outcome === 'allow'))
      expect((await shop.result(body.invocation_id)).outcome).toBe('succeeded');
  });
});
