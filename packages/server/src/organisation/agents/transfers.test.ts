import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer({ PARLEY_QUOTA_AGENTS: '' });
  root = await firstAdmin(server);
}, 60_000);
afterAll(() => server.stop());

const pathOf = ({ agentId }: Agent) => `/v1/agents/${agentId}/transfer`;
const offer = (from: Person, agent: Agent, to: Person) => from.post(pathOf(agent), { handle: to.handle });
const accept = (by: Person, agent: Agent) => by.post(`${pathOf(agent)}/accept`);
const waiting = async (person: Person): Promise<Json[]> =>
  (await person.get('/v1/waiting')).body.items.filter(({ kind }: Json) => kind === 'transfer');
const owns = async (person: Person, { agentId }: Agent) =>
  (await person.get(`/v1/agents/${agentId}/credentials`)).status === 200;

async function pair() {
  const [ada, ben] = [await signUp(server), await signUp(server, { displayName: 'Ben Example' })];
  return { ada, ben, agent: await registerAgent(server, ada) };
}

describe('§17 an agent that its owner offers', { timeout: 60_000 }, () => {
  it('waits in the other’s inbox, and nothing changes until they accept', async () => {
    const { ada, ben, agent } = await pair();
    const answer = await offer(ada, agent, ben);
    expect(answer.status).toBe(202);
    expect(answer.body.item).toMatchObject({
      agentId: agent.agentId,
      agentName: agent.name,
      from: { userId: ada.userId },
      to: { userId: ben.userId, displayName: 'Ben Example' },
    });
    expect(await waiting(ben)).toEqual([
      {
        kind: 'transfer',
        agentId: agent.agentId,
        agentHandle: agent.handle,
        agentName: agent.name,
        userId: ada.userId,
        handle: ada.handle,
        displayName: ada.displayName,
        askedAt: answer.body.item.createdAt,
      },
    ]);
    expect([await owns(ada, agent), await owns(ben, agent)]).toEqual([true, false]);
    expect((await agent.send('/hooks/v1/agents/search?q=echo')).status).toBe(200);
    for (const person of [ada, ben]) expect((await person.get(pathOf(agent))).body).toEqual(answer.body);
  });

  it('is the other’s when accepted: credentials end, grants are invalid, and both are told', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const { agent } = shop;
    const ben = await signUp(server);
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } };
    const { approval_id: id } = (await shop.invoke(call)).body;
    const until = new Date(server.clock.now() + 60_000).toISOString();
    const standing = { until, max: [{ path: '/amount', total: 5 }] };
    await shop.person.post(`/v1/approvals/${id}/resolve`, { decision: 'approved', standing });
    await offer(agent.owner, agent, ben);
    const { status, body } = await accept(ben, agent);
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ agentId: agent.agentId, ownerUserId: ben.userId });
    expect((await shop.person.get('/v1/standing-grants')).body.items).toMatchObject([
      { state: 'invalid', invalidReason: 'owner_changed' },
    ]);
    expectRefusal(await agent.send('/hooks/v1/agents/search'), 401, 'unauthorized');
    expect([await owns(agent.owner, agent), await owns(ben, agent)]).toEqual([false, true]);
    for (const person of [agent.owner, ben])
      expect((await person.get('/v1/notices')).body.items).toMatchObject([
        { kind: 'agent_transferred', by: ben.userId },
      ]);
    expect(await waiting(ben)).toEqual([]);
    const rows = (await root.get(`/v1/admin/audit?target=${agent.agentId}&action=agent.transferred`)).body.items;
    expect(rows).toMatchObject([{ actor: { id: ben.userId } }]);
    shop.relay.close();
  });

  it('is taken back by its owner, refused by the other, and nobody else’s business', async () => {
    const { ada, ben, agent } = await pair();
    const cy = await signUp(server);
    await offer(ada, agent, ben);
    expectRefusal(await cy.get(pathOf(agent)), 404, 'agent_not_found');
    expectRefusal(await cy.del(pathOf(agent)), 404, 'agent_not_found');
    expectRefusal(await accept(cy, agent), 404, 'agent_not_found');
    expectRefusal(await accept(ada, agent), 404, 'agent_not_found');
    expectRefusal(await offer(ben, agent, cy), 404, 'agent_not_found');
    expect(await waiting(ben)).toHaveLength(1);
    expect((await ada.del(pathOf(agent))).status).toBe(204);
    expectRefusal(await accept(ben, agent), 404, 'agent_not_found');
    expect((await ada.get(pathOf(agent))).body).toEqual({ item: null });
    expect((await ada.del(pathOf(agent))).status).toBe(204);
    expectRefusal(await ben.del(pathOf(agent)), 404, 'agent_not_found');
    await offer(ada, agent, ben);
    expect((await ben.del(pathOf(agent))).status).toBe(204);
    expect(await waiting(ben)).toEqual([]);
    expect(await owns(ada, agent)).toBe(true);
  });

  it('goes to the person of the latest offer, and once', async () => {
    const { ada, ben, agent } = await pair();
    const cy = await signUp(server);
    await offer(ada, agent, ben);
    await offer(ada, agent, cy);
    expect(await waiting(ben)).toEqual([]);
    expectRefusal(await accept(ben, agent), 404, 'agent_not_found');
    const answers = await Promise.all([accept(cy, agent), accept(cy, agent)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { ada: dee, ben: eve, agent: other } = await pair();
    await offer(dee, other, eve);
    const [accepted, taken] = await Promise.all([accept(eve, other), dee.del(pathOf(other))]);
    expect([accepted.status, taken.status].sort()).toEqual(accepted.status === 200 ? [200, 404] : [204, 404]);
  });

  it('is not given to a disabled person, over a block, to its owner or to nobody', async () => {
    const { ada, ben, agent } = await pair();
    const cy = await signUp(server);
    await root.patch(`/v1/admin/people/${cy.userId}`, { status: 'disabled' });
    expectRefusal(await offer(ada, agent, cy), 404, 'user_not_found', '/handle');
    expectRefusal(await ada.post(pathOf(agent), { handle: 'nobody-here' }), 404, 'user_not_found', '/handle');
    expectRefusal(await offer(ada, agent, ada), 400, 'malformed_request', '/handle');
    await offer(ada, agent, ben);
    await ben.send('PUT', `/v1/users/${ada.userId}/block`);
    expect(await waiting(ben)).toEqual([]);
    expectRefusal(await accept(ben, agent), 404, 'agent_not_found');
    expectRefusal(await offer(ada, agent, ben), 404, 'user_not_found', '/handle');
  });

  it('is not accepted over the limit of agents, from a disabled owner or after its deletion', async () => {
    const { ada, ben, agent } = await pair();
    await offer(ada, agent, ben);
    await registerAgent(server, ben);
    await root.patch('/v1/admin/settings', { agents: 1, password: root.password });
    expectRefusal(await accept(ben, agent), 403, 'quota_exceeded');
    await root.patch('/v1/admin/settings', { agents: null, password: root.password });
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    expectRefusal(await accept(ben, agent), 404, 'agent_not_found');
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'active' });
    await (await signIn(server, ada)).del(`/v1/agents/${agent.agentId}`);
    expectRefusal(await accept(ben, agent), 404, 'agent_not_found');
    expect(await waiting(ben)).toEqual([]);
  });

  it('keeps the suspension of administrators, and an administrator’s new owner ends the offer', async () => {
    const { ada, ben, agent } = await pair();
    await root.patch(`/v1/admin/agents/${agent.agentId}`, { suspended: true, reason: 'Spam' });
    await offer(ada, agent, ben);
    expect((await accept(ben, agent)).body.item).toMatchObject({ status: 'paused', suspendedReason: 'Spam' });
    await offer(ben, agent, ada);
    const cy = await signUp(server);
    await root.patch(`/v1/admin/agents/${agent.agentId}`, { ownerUserId: cy.userId });
    expectRefusal(await accept(ada, agent), 404, 'agent_not_found');
  });
});
