import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { manifest } from '../../../testing/contract/agent.ts';
import { callWith, newToken } from '../../../testing/contract/bearer.ts';
import { signUp } from '../../../testing/contract/person.ts';
import { expectRefusal } from '../../../testing/contract/refused.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const dayMs = 86_400_000;
const open = () => openShop(server, ['coin.charge']);
const charge = (shop: Shop, amount: number) => shop.invoke({ tool: 'coin.charge', args: { amount, reason: 'Water' } });
const inDays = (days: number) => new Date(server.clock.now() + days * dayMs).toISOString();
const read = async (shop: Shop, grantId: string) => (await shop.person.get(`/v1/standing-grants/${grantId}`)).body.item;
const putManifest = async (shop: Shop, scopes: readonly string[]) => {
  const requested_scopes = scopes.map((scope) => ({ scope, reason: 'To serve you.' }));
  const body = { manifest: manifest({ handle: shop.agent.handle, name: 'Shop', access: 'public', requested_scopes }) };
  expect((await shop.owner.put(`/v1/agents/${shop.agent.agentId}/manifest`, body)).status).toBe(200);
};

/** Has a call asked for before any of its grants exists, so that each gets a grant of its own. */
async function askedFor(shop: Shop, amounts: readonly number[]): Promise<string[]> {
  const asked = [];
  for (const amount of amounts) asked.push((await charge(shop, amount)).body.approval_id as string);
  return asked;
}

async function give(shop: Shop, approvalId: string, standing: Record<string, unknown>): Promise<string> {
  const max = [{ path: '/amount', total: 100 }];
  const answer = await shop.person.post(`/v1/approvals/${approvalId}/resolve`, {
    decision: 'approved',
    standing: { until: inDays(10), max, ...standing },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.standingGrant.grantId;
}

describe('§22 several standing grants for one call', () => {
  it('the one that ends first is used, then the older; one without room is passed over', async () => {
    const shop = await open();
    // Each is for its own amount at first, so that none takes the calls of the others along.
    const [late, full, soon, younger] = await askedFor(shop, [1, 2, 3, 4]);
    const only = (amount: number, total: number) => ({ max: [{ path: '/amount', perCall: amount, total }] });
    const ids = {
      late: await give(shop, late!, { until: inDays(9), ...only(1, 100) }),
      full: await give(shop, full!, { until: inDays(2), ...only(2, 2) }),
      soon: await give(shop, soon!, { until: inDays(3), ...only(3, 100) }),
      younger: await give(shop, younger!, { until: inDays(3), ...only(4, 100) }),
    };
    const used = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, (await read(shop, id)).used] as const)),
      );
    const before = await used();
    expect((await charge(shop, 1)).body.outcome).toBe('allow');
    expect(await used()).toEqual({ ...before, soon: before['soon'] + 1 });
  });
});

describe('§22 a standing grant ends', () => {
  it('where the manifest no longer requests the scope, and does not come back with it', async () => {
    const shop = await open();
    const id = await give(shop, (await askedFor(shop, [1]))[0]!, {});
    await putManifest(shop, []);
    expect(await read(shop, id)).toMatchObject({ state: 'invalid', invalidReason: 'scope_withdrawn' });
    await putManifest(shop, ['coin.charge']);
    await shop.grant('coin.charge');
    expect(await read(shop, id)).toMatchObject({ state: 'invalid' });
    expect((await charge(shop, 1)).body.outcome).toBe('pending_approval');
  });

  it.each([
    ['the agent is removed', (shop: Shop) => shop.agent.agentId, true],
    ['the person leaves', (shop: Shop) => shop.person.userId, true],
    ['another person leaves', (_shop: Shop, other: string) => other, false],
  ])('with its room where %s, and not if it is for any room', async (_name, who, ends) => {
    const shop = await open();
    const other = await signUp(server);
    const room = `/v1/conversations/${shop.conversation}/members`;
    expect((await shop.person.post(room, { userId: other.userId })).status).toBe(200);
    const [one, two] = await askedFor(shop, [1, 2]);
    const anywhere = await give(shop, two!, {
      anyConversation: true,
      max: [{ path: '/amount', perCall: 2, total: 2 }],
    });
    const here = await give(shop, one!, {});
    expect((await shop.person.del(`${room}/${who(shop, other.userId)}`)).status).toBe(204);
    const ended = { state: 'invalid', invalidReason: 'left_room' };
    expect(await read(shop, here)).toMatchObject(ends ? ended : { state: 'active' });
    expect((await read(shop, anywhere)).state).not.toBe('invalid');
  });
});

describe('§22 standing grants of a person', () => {
  it('are at most 200 that are active; the approval stays pending', async () => {
    const shop = await open();
    const id = await give(shop, (await askedFor(shop, [1]))[0]!, {});
    const ids = Array.from({ length: 199 }, () => newId('standingGrant', server.clock.now()));
    await sql`
      insert into standing_grants
      select (json_populate_record(g, json_build_object('grant_id', each.id, 'approval_id', each.id))).*
      from standing_grants g, unnest(${ids}::text[]) as each(id) where g.grant_id = ${id}`.execute(
      server.app.storage.db,
    );
    const [over] = await askedFor(shop, [1_000]);
    const standing = { until: inDays(1), max: [{ path: '/amount', total: 5_000 }] };
    const resolve = () => shop.person.post(`/v1/approvals/${over}/resolve`, { decision: 'approved', standing });
    expectRefusal(await resolve(), 403, 'quota_exceeded');
    expect((await shop.person.get(`/v1/approvals/${over}`)).body.item.state).toBe('pending');
    expect((await shop.person.del(`/v1/standing-grants/${id}`)).status).toBe(204);
    expect((await resolve()).status).toBe(200);
  });

  it('are read and ended by a token too', async () => {
    const shop = await open();
    const id = await give(shop, (await askedFor(shop, [1]))[0]!, {});
    const { token } = await newToken(shop.person);
    const path = `/v1/standing-grants/${id}`;
    expect((await callWith(server, token, 'GET', path)).body.item).toMatchObject({ grantId: id, state: 'active' });
    expect((await callWith(server, token, 'DELETE', path)).status).toBe(204);
    expect((await callWith(server, token, 'GET', '/v1/standing-grants')).body.items[0].state).toBe('revoked');
  });
});
