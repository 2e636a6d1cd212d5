import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { catchUpWithIds } from '../../testing/catch-up-with-ids.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { callWith, newToken } from '../../testing/contract/bearer.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_QUOTA_AGENTS: '' });
  root = await firstAdmin(server);
  await catchUpWithIds(server);
  root = await signIn(server, root);
}, 60_000);
afterAll(() => server.stop());

const pathOf = ({ agentId }: { agentId: string }) => `/v1/admin/agents/${agentId}`;
const change = (agent: { agentId: string }, body: object, by = root) => by.patch(pathOf(agent), body);
const list = async (query = ''): Promise<Json[]> => (await root.get(`/v1/admin/agents${query}`)).body.items;
const own = async (person: Person, { agentId }: { agentId: string }): Promise<Json> =>
  (await person.get(`/v1/agents/${agentId}`)).body.item;
const actions = async ({ agentId }: { agentId: string }): Promise<string[]> =>
  (await root.get(`/v1/admin/audit?target=${agentId}`)).body.items.map((row: Json) => row.action);

describe('§17 the list of agents', { timeout: 60_000 }, () => {
  it('has the owner, the state and the figures of each, newest first, for administrators alone', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada, { name: 'Kitchen-Aid' });
    await deliver(ada, await openConversation(ada, agent), 'Hello');
    const [first] = await list();
    expect(first).toMatchObject({
      agentId: agent.agentId,
      ownerUserId: ada.userId,
      ownerHandle: ada.handle,
      state: 'live',
      suspendedReason: null,
      pendingManifest: null,
      members: 1,
      deliveries24h: 1,
      failed24h: expect.any(Number),
      coinsSpent30d: 0,
    });
    expectRefusal(await ada.get('/v1/admin/agents'), 403, 'admin_required');
  });

  it('is searched by handle, words of the name and the owner, and filtered by state', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada, { name: 'Zebra-Counter' });
    for (const q of [agent.handle.slice(0, 9), 'coun', 'ZEBRA', ada.handle])
      expect((await list(`?q=${q}`)).map((row) => row.agentId)).toEqual([agent.agentId]);
    expect(await list('?q=ebra')).toEqual([]);
    expect(await list('?q=%25')).toEqual([]);
    const ids = async (state: string) => (await list(`?q=${ada.handle}&state=${state}`)).map((row) => row.agentId);
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expect(await ids('paused')).toEqual([agent.agentId]);
    expect(await ids('live')).toEqual([]);
    await ada.del(`/v1/agents/${agent.agentId}`);
    expect(await ids('deleted')).toEqual([agent.agentId]);
    expect(await list(`?q=${ada.handle}`)).toEqual([]);
    expectRefusal(await root.get('/v1/admin/agents?state=odd'), 400, 'malformed_request');
    expectRefusal(await root.get('/v1/admin/agents?sort=odd'), 400, 'malformed_request');
  });

  it('begins with those that fail most, and counts a day', async () => {
    const ada = await signUp(server);
    const [some, more] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    const fail = async (agent: Agent, times: number) => {
      const room = await openConversation(ada, agent);
      for (const credential of (await ada.get(`/v1/agents/${agent.agentId}/credentials`)).body.items)
        await ada.del(`/v1/agents/${agent.agentId}/credentials/${credential.credentialId}`);
      for (let count = 0; count < times; count += 1) await deliver(ada, room, 'Hello');
    };
    await fail(some, 1);
    await fail(more, 3);
    await server.clock.advance(1000);
    await registerAgent(server, ada);
    const failing = await list('?sort=failing');
    expect(failing.slice(0, 2)).toMatchObject([
      { agentId: more.agentId, failed24h: 3 },
      { agentId: some.agentId, failed24h: 1 },
    ]);
    await server.clock.leap(25 * 3_600_000);
    const [later] = (await list(`?q=${more.handle}`)) as [Json];
    expect(later).toMatchObject({ deliveries24h: 0, failed24h: 0 });
  });

  it('sums the coins that people paid for calls', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const { body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 7, reason: 'Tea' } });
    await shop.person.post(`/v1/approvals/${body.approval_id}/resolve`, { decision: 'approved' });
    await shop.result(body.invocation_id);
    const [row] = await list(`?q=${shop.agent.handle}`);
    expect(row!.coinsSpent30d).toBe(7);
    shop.relay.close();
  });
});

describe('§17 a suspended agent', { timeout: 60_000 }, () => {
  it('behaves as a paused one: its owner alone reads why, and cannot resume it', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada, { access: 'public' });
    const room = await openConversation(ben, agent);
    const deliveryId = await deliver(ben, room, 'Hello');
    const answer = await change(agent, { suspended: true, reason: ' It asks for passwords. ' });
    expect(answer.body.item).toMatchObject({ state: 'suspended', status: 'paused' });
    expect(await own(ada, agent)).toMatchObject({ status: 'paused', suspendedReason: 'It asks for passwords.' });
    expect(await own(ben, agent)).not.toHaveProperty('suspendedReason');
    expectRefusal(await agent.reply(deliveryId, 'Hi'), 401, 'unauthorized');
    expectRefusal(await ada.post(`/v1/agents/${agent.agentId}/resume`), 409, 'agent_suspended');
    expect((await list(`?state=suspended&q=${ada.handle}`)).map((row) => row.agentId)).toEqual([agent.agentId]);
    expect((await change(agent, { suspended: false })).body.item).toMatchObject({
      state: 'live',
      suspendedReason: null,
    });
    expect((await agent.reply(deliveryId, 'Hi')).status).toBe(202);
    expect((await actions(agent)).filter((name) => name.includes('suspended'))).toEqual([
      'agent.unsuspended',
      'agent.suspended',
    ]);
  });

  it('has invalid standing grants', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } };
    const { approval_id: id } = (await shop.invoke(call)).body;
    const until = new Date(server.clock.now() + 60_000).toISOString();
    const standing = { until, max: [{ path: '/amount', total: 5 }] };
    await shop.person.post(`/v1/approvals/${id}/resolve`, { decision: 'approved', standing });
    await change(shop.agent, { suspended: true });
    expect((await shop.person.get('/v1/standing-grants')).body.items).toMatchObject([
      { state: 'invalid', invalidReason: 'agent_suspended' },
    ]);
    shop.relay.close();
  });

  it('stays paused afterwards if its owner paused it, and a second reason replaces the first', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    await change(agent, { suspended: true });
    expect((await own(ada, agent)).suspendedReason).toBe('An administrator suspended this agent.');
    await change(agent, { suspended: true, reason: 'Second look' });
    expect((await own(ada, agent)).suspendedReason).toBe('Second look');
    expect((await ada.post(`/v1/agents/${agent.agentId}/pause`)).body.item.suspendedReason).toBe('Second look');
    await change(agent, { suspended: false });
    expect((await own(ada, agent)).status).toBe('paused');
    expect((await ada.post(`/v1/agents/${agent.agentId}/resume`)).status).toBe(200);
  });

  it('is not laundered by disabling and enabling its owner, and the other way round', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const status = (value: string) => root.patch(`/v1/admin/people/${ada.userId}`, { status: value });
    await change(agent, { suspended: true, reason: 'Spam' });
    await status('disabled');
    await status('active');
    const again = await signIn(server, ada);
    expect(await own(again, agent)).toMatchObject({ status: 'paused', suspendedReason: 'Spam' });
    await status('disabled');
    expect((await change(agent, { suspended: false })).body.item).toMatchObject({
      state: 'suspended',
      suspendedReason: 'The owner of this agent is disabled.',
    });
    await status('active');
    expect((await own(await signIn(server, ada), agent)).status).toBe('live');
  });

  it('needs an administrator; an admin token suspends and does nothing else', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada);
    const { token } = await newToken(root, { admin: true, expiresInDays: 1, password: root.password });
    const byToken = (body: object) => callWith(server, token, 'PATCH', pathOf(agent), { body });
    expectRefusal(await change(agent, { suspended: true }, ada), 403, 'admin_required');
    expectRefusal(await byToken({ suspended: false }), 403, 'session_required');
    expectRefusal(await byToken({ suspended: true, ownerUserId: root.userId }), 403, 'session_required');
    expect((await byToken({ suspended: true, reason: 'Alarm' })).status).toBe(200);
    expect((await callWith(server, token, 'GET', '/v1/admin/agents')).status).toBe(200);
    expectRefusal(await change(agent, {}), 400, 'malformed_request');
    expectRefusal(await change(agent, { reason: 'x' }), 400, 'malformed_request');
    expectRefusal(await change(agent, { suspended: false, reason: 'x' }), 400, 'malformed_request', '/reason');
    expectRefusal(await change(agent, { suspended: true, reason: ' ' }), 400, 'malformed_request', '/reason');
    expectRefusal(await change(agent, { suspended: true, reason: 'x'.repeat(501) }), 400, 'malformed_request');
    expectRefusal(await change({ agentId: newId('agent') }, { suspended: true }), 404, 'agent_not_found');
    expectRefusal(await change({ agentId: 'agt_odd' }, { suspended: true }), 404, 'agent_not_found');
  });
});

describe('§17 a new owner by an administrator', { timeout: 60_000 }, () => {
  it('ends all credentials, makes standing grants invalid and is told to both', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const { agent } = shop;
    const cy = await signUp(server);
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } };
    const { approval_id: id } = (await shop.invoke(call)).body;
    const until = new Date(server.clock.now() + 60_000).toISOString();
    const standing = { until, max: [{ path: '/amount', total: 5 }] };
    await shop.person.post(`/v1/approvals/${id}/resolve`, { decision: 'approved', standing });
    const answer = await change(agent, { ownerUserId: cy.userId });
    expect(answer.body.item).toMatchObject({ ownerUserId: cy.userId, ownerHandle: cy.handle });
    expect((await shop.person.get('/v1/standing-grants')).body.items).toMatchObject([
      { state: 'invalid', invalidReason: 'owner_changed' },
    ]);
    const credentials = (await cy.get(`/v1/agents/${agent.agentId}/credentials`)).body.items;
    expect(credentials.every(({ revokedAt }: Json) => revokedAt !== null)).toBe(true);
    expectRefusal(await agent.send('/hooks/v1/agents/search'), 401, 'unauthorized');
    expectRefusal(await agent.owner.post(`/v1/agents/${agent.agentId}/pause`), 404, 'agent_not_found');
    for (const person of [agent.owner, cy])
      expect((await person.get('/v1/notices')).body.items).toMatchObject([
        { kind: 'agent_transferred', by: root.userId },
      ]);
    expect(await actions(agent)).toContain('agent.transferred');
    expect((await cy.post(`/v1/agents/${agent.agentId}/credentials`)).status).toBe(201);
  });

  it('must be an active person with room for another agent', async () => {
    const [ada, ben, cy] = [await signUp(server), await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    await root.patch(`/v1/admin/people/${cy.userId}`, { status: 'disabled' });
    for (const ownerUserId of [cy.userId, newId('user')])
      expectRefusal(await change(agent, { ownerUserId, suspended: true }), 404, 'user_not_found', '/ownerUserId');
    await root.patch('/v1/admin/settings', { agents: 1, password: root.password });
    await registerAgent(server, ben);
    expectRefusal(await change(agent, { ownerUserId: ben.userId }), 403, 'quota_exceeded');
    expect((await change(agent, { ownerUserId: ada.userId })).status).toBe(200);
    await root.patch('/v1/admin/settings', { agents: null, password: root.password });
    expect(await own(ada, agent)).toMatchObject({ status: 'live', suspendedReason: null });
    expect((await ada.get('/v1/notices')).body.items).toEqual([]);
  });

  it('of two at once each takes effect, and one stands', async () => {
    const [ada, ben, cy] = [await signUp(server), await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    const answers = await Promise.all([ben, cy].map(({ userId }) => change(agent, { ownerUserId: userId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const owners = await Promise.all(
      [ada, ben, cy].map(async (person) => (await person.get(`/v1/agents/${agent.agentId}/credentials`)).status),
    );
    expect(owners.filter((status) => status === 200)).toHaveLength(1);
    expect(owners[0]).toBe(404);
  });

  it('takes over the agent of a disabled person, which works again, but keeps the suspension of administrators', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const [agent, banned] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    await change(banned, { suspended: true, reason: 'Spam' });
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    for (const each of [agent, banned]) await change(each, { ownerUserId: ben.userId });
    expect(await own(ben, agent)).toMatchObject({ status: 'live', suspendedReason: null });
    expect(await own(ben, banned)).toMatchObject({ status: 'paused', suspendedReason: 'Spam' });
  });

  it('is not given to a deleted agent', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const agent = await registerAgent(server, ada);
    await ada.del(`/v1/agents/${agent.agentId}`);
    expectRefusal(await change(agent, { ownerUserId: ben.userId }), 404, 'agent_not_found');
    expectRefusal(await change(agent, { suspended: true }), 404, 'agent_not_found');
  });
});
