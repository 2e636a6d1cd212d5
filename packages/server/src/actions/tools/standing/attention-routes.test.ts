import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { deliver, openConversation } from '../../../testing/contract/conversation.ts';
import { signUp } from '../../../testing/contract/person.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_RATE_LIMIT: 'off' });
});
afterAll(() => server.stop());

const day = 86_400_000;
const charge = async (shop: Shop, reason = 'Water'): Promise<string> => {
  const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason } });
  return body.approval_id;
};
const attentionOf = async (shop: Shop, query = '') => (await shop.person.get(`/v1/attention${query}`)).body.items;

describe('§24 attention', () => {
  it('counts what each agent asked, what was decided and how fast, the most asking first', async () => {
    const shop = await openShop(server, ['coin.charge']);
    expect(await attentionOf(shop)).toEqual([]);
    await charge(shop);
    expect(await attentionOf(shop)).toMatchObject([{ asked: 1, approved: 0, medianSeconds: null }]);
    for (const [decision, seconds] of [
      ['approved', 2],
      ['denied', 10],
      ['approved', 60],
    ] as const) {
      const approval = await charge(shop);
      await server.clock.advance(seconds * 1000);
      await shop.resolve(approval, decision);
    }
    expect(await attentionOf(shop)).toEqual([
      {
        agentId: shop.agent.agentId,
        asked: 4,
        approved: 2,
        denied: 1,
        expired: 0,
        underStanding: 0,
        medianSeconds: expect.closeTo(10, 0),
        decidedWithin3s: 1,
      },
    ]);
    await server.clock.leap(2 * day);
    await server.clock.advance(60_000);
    expect(await attentionOf(shop)).toMatchObject([{ asked: 4, expired: 1 }]);
    await server.clock.leap(6 * day);
    expect(await attentionOf(shop)).toEqual([]);
    expect(await attentionOf(shop, '?days=30')).toMatchObject([{ asked: 4 }]);
    expect((await shop.person.get('/v1/attention?days=8')).status).toBe(400);
  });

  it('tells calls under a standing grant from those that were asked, and counts what it took along as approved', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const [first, along] = [await charge(shop), await charge(shop)];
    await server.clock.advance(5000);
    const given = await shop.person.post(`/v1/approvals/${first}/resolve`, {
      decision: 'approved',
      standing: {
        until: new Date(server.clock.now() + day).toISOString(),
        max: [{ path: '/amount', total: 10 }],
      },
    });
    expect(given.body.standingGrant.used, along).toBe(2);
    for (const _ of [1, 2, 3]) expect(await charge(shop)).toBeUndefined();
    expect(await attentionOf(shop)).toMatchObject([
      { asked: 2, approved: 2, underStanding: 3, medianSeconds: expect.closeTo(5, 0), decidedWithin3s: 0 },
    ]);
  });

  it('tells an owner of all people together, once five were asked', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const path = `/v1/agents/${shop.agent.agentId}/attention`;
    await charge(shop);
    for (let people = 1; people < 5; people++) {
      expect((await shop.owner.get(path)).body).toEqual({ item: null });
      const person = await signUp(server);
      const conversation = await openConversation(person, shop.agent);
      await person.put(`/v1/agents/${shop.agent.agentId}/membership/grants`, { scopes: ['coin.charge'] });
      const delivery = await deliver(person, conversation, 'hello');
      const asked = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Water' }, delivery });
      expect(asked.body.outcome).toBe('pending_approval');
    }
    const item = { people: 5, asked: 5, approved: 0, denied: 0, expired: 0, medianSeconds: null };
    expect((await shop.owner.get(`${path}?days=30`)).body).toEqual({ item });
    expect((await shop.person.get(path)).body.error.code).toBe('agent_not_found');
  });
});
