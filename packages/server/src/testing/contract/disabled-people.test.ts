import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@parley/protocol';
import { releaseAgentsOf, suspendAgentsOf } from '../../accounts/agents/suspension-queries.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { startServerOn, startTestServer, type TestServer } from '../app.ts';
import { openTestStorage } from '../database.ts';
import { firstAdmin } from './admin.ts';
import { registerAgent } from './agent.ts';
import { callWith, newToken } from './bearer.ts';
import { deliver, deliveryOf, openConversation, say } from './conversation.ts';
import { eventually } from './eventually.ts';
import { call } from './http.ts';
import { jsonInit, personWith, signIn, signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { openEventStream } from './sse.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
});
afterAll(() => server.stop());

const pathOf = (person: Pick<Person, 'userId'>) => `/v1/admin/people/${person.userId}`;
const change = (person: Person, body: object, by = root) => by.patch(pathOf(person), body);
const attempt = (person: Person, password = person.password) =>
  call(`${server.baseUrl}/v1/session`, jsonInit('POST', { handle: person.handle, password }));

describe('§15 a disabled person', () => {
  it('cannot sign in, and nothing that was open stays open', async () => {
    const ada = await signUp(server);
    const { token } = await newToken(ada);
    const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: ada.cookie });
    const answer = await change(ada, { status: 'disabled' });
    expect(answer.body.item).toMatchObject({ userId: ada.userId, status: 'disabled' });
    expectRefusal(await ada.get('/v1/session'), 401, 'unauthenticated');
    expectRefusal(await callWith(server, token, 'GET', '/v1/session'), 401, 'unauthenticated');
    await eventually(server, 'the end of the stream', () => stream.ended);
    expectRefusal(await attempt(ada), 401, 'sign_in_failed');
    expect((await root.get('/v1/admin/people?status=disabled')).body.items).toHaveLength(1);

    await change(ada, { status: 'active' });
    expectRefusal(await ada.get('/v1/session'), 401, 'unauthenticated');
    expectRefusal(await callWith(server, token, 'GET', '/v1/session'), 401, 'unauthenticated');
    expect((await attempt(ada)).status).toBe(200);
  });

  it('is not found by handle and is added to no room; what they said stays', async () => {
    const [ada, ben, cy] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
    const room = (await ada.post('/v1/conversations', { userIds: [ben.userId] })).body.item.conversationId;
    await say(ada, room, 'I was here.');
    await change(ada, { status: 'disabled' });
    expect((await ben.get(`/v1/users?handle=${ada.handle}`)).body.items).toEqual([]);
    expectRefusal(await cy.post('/v1/conversations', { userIds: [ada.userId] }), 404, 'user_not_found');
    expect((await ben.get(`/v1/conversations/${room}/messages`)).text).toContain('I was here.');
  });

  it('takes back what agents were to do for them, and refuses replies as after a block', async () => {
    const [owner, ada] = await Promise.all([signUp(server), signUp(server)]);
    const agent = await registerAgent(server, owner, { access: 'public' });
    const room = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, room, 'Do it.');
    await ada.post(`/v1/conversations/${room}/schedules`, { cron: '0 0 1 1 *', text: 'Happy new year.' });
    await change(ada, { status: 'disabled' });
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expectRefusal(await agent.reply(deliveryId, 'Done.'), 404, 'delivery_not_found');
    await change(ada, { status: 'active' });
    expect((await agent.reply(deliveryId, 'Done.')).status).toBe(202);
    const again = await signIn(server, ada);
    expect((await again.get(`/v1/conversations/${room}/schedules`)).body.items).toEqual([]);
  });

  it('has no approval pending and no standing grant any more', async () => {
    const shop = await openShop(server, ['coin.charge']);
    const call = { tool: 'coin.charge', args: { amount: 1, reason: 'Tea' } };
    const standing = {
      until: new Date(server.clock.now() + 60_000).toISOString(),
      max: [{ path: '/amount', total: 5 }],
    };
    const first = (await shop.invoke(call)).body.approval_id;
    await shop.person.post(`/v1/approvals/${first}/resolve`, { decision: 'approved', standing });
    const second = (await shop.invoke({ ...call, args: { amount: 50, reason: 'Feast' } })).body.approval_id;
    await change(shop.person, { status: 'disabled' });
    await change(shop.person, { status: 'active' });
    const again = await signIn(server, shop.person);
    expect((await again.get(`/v1/approvals/${second}`)).body.item.state).toBe('expired');
    expect((await again.get('/v1/standing-grants')).body.items).toMatchObject([{ state: 'revoked' }]);
    shop.relay.close();
  });

  it('gets back no grant to an agent of their own, no invitation that they made, and no agent that was offered', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    await change(ada, { role: 'admin' });
    const { url } = (await ada.post('/v1/admin/invitations', {})).body;
    const requested_scopes = [{ scope: 'coin.charge', reason: 'To be paid.' }];
    const [own, offered] = [await registerAgent(server, ada, { requested_scopes }), await registerAgent(server, ben)];
    expect((await ben.post(`/v1/agents/${offered.agentId}/transfer`, { handle: ada.handle })).status).toBeLessThan(300);
    await ada.put(`/v1/agents/${own.agentId}/membership/grants`, { scopes: ['coin.charge'] });
    const delivery = await deliver(ada, await openConversation(ada, own), 'hello');
    const asked = await own.send(
      '/hooks/v1/tools/invoke',
      {
        version: '1',
        in_reply_to_delivery_id: delivery,
        requested_scope: 'coin.charge',
        tool: 'coin.charge',
        arguments: { amount: 1, reason: 'Tea' },
      },
      { key: 'first' },
    );
    const standing = {
      until: new Date(server.clock.now() + 60_000).toISOString(),
      max: [{ path: '/amount', total: 5 }],
    };
    await ada.post(`/v1/approvals/${asked.body.approval_id}/resolve`, { decision: 'approved', standing });
    await change(ada, { status: 'disabled' });
    await change(ada, { status: 'active' });
    const again = await signIn(server, ada);
    expect((await again.get('/v1/standing-grants')).body.items).toMatchObject([{ state: 'revoked' }]);
    expect((await ben.get(`/v1/agents/${offered.agentId}/transfer`)).body.item).toBeNull();
    const profile = { handle: 'cy-invited', displayName: 'Cy', password: 'correct horse battery' };
    const invitation = url.split('#')[1];
    expectRefusal(
      await call(`${server.baseUrl}/v1/users`, jsonInit('POST', { ...profile, invitation })),
      403,
      'invitation_invalid',
    );
    await change(ada, { role: 'member' });
  });

  it('who is an administrator is told of to the others when disabled, and when enabled again', async () => {
    const ada = await signUp(server);
    await change(ada, { role: 'admin' });
    const told = async () => (await root.get('/v1/notices')).body.items.length;
    const before = await told();
    for (const [count, status] of ['disabled', 'disabled', 'active'].entries()) {
      await change(ada, { status });
      expect(await told(), status).toBe(before + [1, 1, 2][count]!);
    }
    await change(ada, { role: 'member' });
  });

  it('has suspended agents, which come back as they were; a suspension of another cause stays', async () => {
    const ada = await signUp(server);
    const [live, paused, banned] = await Promise.all([1, 2, 3].map(() => registerAgent(server, ada)));
    await ada.post(`/v1/agents/${paused!.agentId}/pause`);
    const statusOf = async (person: Person, { agentId }: { agentId: string }) =>
      (await person.get(`/v1/agents/${agentId}`)).body.item.status;
    await change(ada, { status: 'disabled' });
    await server.app.storage.transaction((tx) =>
      suspendAgentsOf(tx, ada.userId as UserId, {
        cause: 'admin',
        reason: null,
        by: root.userId as UserId,
        now: new Date(),
      }),
    );
    await change(ada, { status: 'active' });
    const again = await signIn(server, ada);
    for (const agent of [live!, paused!, banned!]) {
      expect(await statusOf(again, agent)).toBe('paused');
      expectRefusal(await again.post(`/v1/agents/${agent.agentId}/resume`), 409, 'agent_suspended');
    }
    await server.app.storage.transaction((tx) => releaseAgentsOf(tx, ada.userId as UserId, 'admin'));
    expect(await statusOf(again, live!)).toBe('live');
    expect(await statusOf(again, paused!)).toBe('paused');
    expect((await again.post(`/v1/agents/${paused!.agentId}/resume`)).status).toBe(200);
  });
});

describe('§15 the changes of an administrator', () => {
  it('are role, status, name and address, all or none', async () => {
    const ada = await signUp(server);
    const body = { role: 'admin', displayName: 'Ada Lovelace', email: 'Ada@Example.org' };
    const { item } = (await change(ada, body)).body;
    expect(item).toMatchObject({ ...body, email: 'ada@example.org', emailVerified: false, roleSource: 'manual' });
    expect((await ada.get('/v1/session')).body.item).toMatchObject({ role: 'admin', email: 'ada@example.org' });
    expectRefusal(await change(ada, {}), 400, 'malformed_request', '');
    expectRefusal(await change(ada, { password: 'x' }), 400, 'malformed_request', '');
    for (const email of ['ada', 'a b@c', 'a@b,c', '"a"@b', `${'a'.repeat(250)}@b.ch`, 'a@b@c'])
      expectRefusal(await change(ada, { email }), 400, 'malformed_request', '/email');
    expectRefusal(
      await change(ada, { displayName: 'Parley', role: 'member' }),
      400,
      'malformed_request',
      '/displayName',
    );
    expect((await ada.get('/v1/session')).body.item.role).toBe('admin');
    await change(ada, { role: 'member', email: null });
    expectRefusal(await root.patch(pathOf({ userId: 'usr_none' }), { status: 'disabled' }), 404, 'user_not_found');
  });

  it('need a fresh session for role and address; a token for administration disables and ends sessions alone', async () => {
    const ada = await signUp(server);
    const { token } = await newToken(root, { admin: true, expiresInDays: 1 });
    const byToken = (method: string, path: string, body?: unknown) => callWith(server, token, method, path, { body });
    for (const body of [
      { role: 'admin' },
      { status: 'active' },
      { displayName: 'A' },
      { status: 'disabled', email: null },
    ])
      expectRefusal(await byToken('PATCH', pathOf(ada), body), 403, 'session_required');
    expect((await byToken('DELETE', `${pathOf(ada)}/sessions`)).status).toBe(204);
    expectRefusal(await ada.get('/v1/session'), 401, 'unauthenticated');
    expect((await byToken('PATCH', pathOf(ada), { status: 'disabled' })).status).toBe(200);
    const old = await signIn(server, root);
    await server.clock.leap(11 * 60_000);
    expectRefusal(await change(ada, { role: 'admin' }, old), 403, 'recent_sign_in_required');
    expect((await change(ada, { status: 'active' }, old)).status).toBe(200);
    expect((await change(ada, { role: 'member', password: root.password }, old)).status).toBe(200);
  });

  it('end the tokens of an administrator who is demoted, for good', async () => {
    const ada = await signUp(server);
    root = await signIn(server, root);
    await change(ada, { role: 'admin' });
    const { token } = await newToken(ada, { admin: true, expiresInDays: 1 });
    expect((await callWith(server, token, 'GET', '/v1/admin/people')).status).toBe(200);
    await change(ada, { role: 'member' });
    await change(ada, { role: 'admin' });
    expectRefusal(await callWith(server, token, 'GET', '/v1/admin/people'), 401, 'unauthenticated');
    await change(ada, { role: 'member' });
    expectRefusal(await ada.get('/v1/admin/people'), 403, 'admin_required');
  });
});

describe('§14 the last active administrator', () => {
  it('is neither demoted nor disabled', async () => {
    for (const body of [{ role: 'member' }, { status: 'disabled' }, { role: 'member', status: 'disabled' }])
      expectRefusal(await change(root, body), 409, 'last_admin');
    const ada = await signUp(server);
    await change(ada, { role: 'admin' });
    await change(ada, { status: 'disabled' });
    expectRefusal(await change(root, { role: 'member' }), 409, 'last_admin');
    expect((await change(ada, { role: 'member' })).status).toBe(200);
  });

  it('stays, also where two demote each other at once on two servers', async () => {
    const storage = await openTestStorage();
    const env = { PARLEY_SECRET_KEY: randomBytes(32).toString('base64') };
    const one = await startServerOn({ ...storage, close: async () => undefined }, env);
    const two = await startServerOn(storage, env);
    const ada = await firstAdmin({ ...one, setupUrl: two.setupUrl });
    const ben = await signUp(two);
    await ada.patch(pathOf(ben), { role: 'admin' });
    const onTwo = personWith(two, ben.cookie, ben);
    const answers = await Promise.all([
      ada.patch(pathOf(ben), { role: 'member' }),
      onTwo.patch(pathOf(ada), { status: 'disabled' }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const roles = await Promise.all([ada, onTwo].map((person) => person.get('/v1/admin/people')));
    expect(roles.filter(({ status }) => status === 200)).toHaveLength(1);
    await one.stop();
    await two.stop();
  });
});
