import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { manifest, registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { callWith, newToken } from '../../testing/contract/bearer.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import { png, uploaded } from '../../testing/contract/files.ts';
import { freshHandle, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';

let server: TestServer;
let root: Person;
let before: Agent;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  server = await startTestServer();
  [root, ada, ben] = [await firstAdmin(server), await signUp(server), await signUp(server)];
  before = await registerAgent(server, ada, { access: 'public' });
  await root.patch('/v1/admin/settings', { agentApproval: 'on' });
}, 60_000);
afterAll(() => server.stop());

const decide = (agent: { agentId: string }, verdict: 'approve' | 'reject', body: object = {}, by = root) =>
  by.post(`/v1/admin/agents/${agent.agentId}/${verdict}`, body);
const own = async (agent: Agent) => (await agent.owner.get(`/v1/agents/${agent.agentId}`)).body.item;
const put = (agent: Agent, change: object) =>
  agent.owner.put(`/v1/agents/${agent.agentId}/manifest`, {
    manifest: manifest({ handle: agent.handle, name: agent.name, access: 'public', ...change }),
  });
const inDirectory = async (by: Person, agent: Agent) =>
  (await by.get(`/v1/agents/directory?q=${agent.handle}`)).body.items.length > 0;

describe('§17 a new agent where administrators approve agents', { timeout: 60_000 }, () => {
  it('is pending: in no directory or search, with its own manifest as the one that waits', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    expect(await own(agent)).toMatchObject({
      status: 'live',
      suspendedReason: null,
      pendingManifest: { version: '1', handle: agent.handle, access: 'public' },
    });
    expect((await ben.get(`/v1/agents/${agent.agentId}`)).body.item).not.toHaveProperty('pendingManifest');
    for (const person of [ada, ben]) expect(await inDirectory(person, agent)).toBe(false);
    const search = await before.send(`/hooks/v1/agents/search?q=${agent.handle}`);
    expect(search.text).not.toContain(agent.agentId);
    const { items } = (await root.get('/v1/admin/agents?state=pending')).body;
    expect(items).toMatchObject([{ agentId: agent.agentId, state: 'pending' }]);

    expect((await decide(agent, 'approve')).body.item).toMatchObject({ state: 'live', pendingManifest: null });
    expect(await inDirectory(ben, agent)).toBe(true);
    expect((await before.send(`/hooks/v1/agents/search?q=${agent.handle}`)).text).toContain(agent.agentId);
    expectRefusal(await decide(agent, 'approve'), 409, 'nothing_pending');
    expectRefusal(await decide(agent, 'reject'), 409, 'nothing_pending');
  });

  it('meets its owner alone', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const open = (by: Person, body: object) => by.post('/v1/conversations', body);
    expectRefusal(await open(ada, { agentIds: [agent.agentId], userIds: [ben.userId] }), 409, 'agent_pending');
    expectRefusal(await open(ben, { agentIds: [agent.agentId] }), 409, 'agent_pending');
    const room = await openConversation(ada, agent);
    const members = `/v1/conversations/${room}/members`;
    expectRefusal(await ada.post(members, { userId: ben.userId }), 409, 'agent_pending');
    const both = (await open(ada, { userIds: [ben.userId] })).body.item.conversationId;
    const seats = `/v1/conversations/${both}/members`;
    expectRefusal(await ada.post(seats, { agentId: agent.agentId }), 409, 'agent_pending');
    const deliveryId = await deliver(ada, room, 'Hello');
    expect((await agent.reply(deliveryId, 'Hi')).status).toBe(202);
    await decide(agent, 'approve');
    expect((await ada.post(members, { userId: ben.userId })).status).toBeLessThan(300);
    expect((await ada.post(seats, { agentId: agent.agentId })).status).toBeLessThan(300);
  });

  it('is refused as not live when it speaks unasked or is called', async () => {
    const scopes = [{ scope: 'proactive.message', reason: 'Says good morning.' }];
    const agent = await registerAgent(server, ada, { access: 'public', requested_scopes: scopes });
    const room = await openConversation(ada, agent);
    await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: ['proactive.message'] });
    const body = { version: '1', conversation_id: room, blocks: [{ type: 'text', text: 'Good morning.' }] };
    const speak = (key: string) => agent.send('/hooks/v1/proactive', body, { key });
    expectRefusal(await speak('one'), 401, 'unauthorized');
    const other = await openConversation(ada, before);
    const callIt = async () => before.reply(await deliver(ada, other, 'ask'), 'help', { to_agent_id: agent.agentId });
    expectRefusal(await callIt(), 409, 'agent_call_target_not_live', '/to_agent_id');
    await decide(agent, 'approve');
    await server.clock.advance(1000);
    expect((await speak('two')).status).toBe(202);
    expect((await callIt()).status).toBe(202);
  });

  it('is paused when it is rejected, its owner reads why, and another manifest makes it pending again', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const rejected = await decide(agent, 'reject', { reason: 'Who is this for?' });
    expect(rejected.body.item).toMatchObject({ state: 'rejected', suspendedReason: 'Who is this for?' });
    expect(await own(agent)).toMatchObject({
      status: 'paused',
      suspendedReason: 'Who is this for?',
      pendingManifest: null,
    });
    expectRefusal(await ada.post(`/v1/agents/${agent.agentId}/resume`), 409, 'agent_suspended');
    expectRefusal(await decide(agent, 'approve'), 409, 'nothing_pending');
    expect((await root.patch(`/v1/admin/agents/${agent.agentId}`, { suspended: false })).body.item.state).toBe(
      'rejected',
    );
    const again = await put(agent, { description: 'For the kitchen.' });
    expect(again.body.item).toMatchObject({
      status: 'live',
      suspendedReason: null,
      pendingManifest: { description: 'For the kitchen.' },
    });
    expect(await inDirectory(ben, agent)).toBe(false);
    expect((await decide(agent, 'approve')).body.item.state).toBe('live');
    const actions = (await root.get(`/v1/admin/audit?target=${agent.agentId}`)).body.items;
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['agent.rejected', 'agent.approved']),
    );
  });

  it('is decided once, by administrators with a session', async () => {
    const agent = await registerAgent(server, ada);
    expectRefusal(await decide(agent, 'approve', {}, ada), 403, 'admin_required');
    const { token } = await newToken(root, { admin: true, expiresInDays: 1 });
    const byToken = callWith(server, token, 'POST', `/v1/admin/agents/${agent.agentId}/approve`, { body: {} });
    expectRefusal(await byToken, 403, 'session_required');
    expectRefusal(await decide({ agentId: 'agt_odd' }, 'approve'), 404, 'agent_not_found');
    expectRefusal(await decide(agent, 'reject', { reason: '' }), 400, 'malformed_request', '/reason');
    const both = await Promise.all([decide(agent, 'approve'), decide(agent, 'reject')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const deleted = await registerAgent(server, ada);
    await ada.del(`/v1/agents/${deleted.agentId}`);
    expectRefusal(await decide(deleted, 'approve'), 404, 'agent_not_found');
  });

  it('cannot be given to another person before it is approved', async () => {
    const agent = await registerAgent(server, ada);
    const path = `/v1/agents/${agent.agentId}/transfer`;
    expectRefusal(await ada.post(path, { handle: ben.handle }), 409, 'agent_pending');
    const owner = await root.patch(`/v1/admin/agents/${agent.agentId}`, { ownerUserId: ben.userId });
    expectRefusal(owner, 409, 'agent_pending');
  });
});

describe('§17 a manifest that widens an agent', { timeout: 60_000 }, () => {
  const scopes = [{ scope: 'history.read', reason: 'Reads along.' }];

  it('waits, with the approved one in force, which the owner alone sees', async () => {
    const answer = await put(before, { requested_scopes: scopes });
    expect(answer.status).toBe(200);
    expect(answer.body.item).toMatchObject({ requestedScopes: [], pendingManifest: { requested_scopes: scopes } });
    expect((await ben.get(`/v1/agents/${before.agentId}`)).body.item).toMatchObject({ requestedScopes: [] });
    expect((await root.get(`/v1/admin/agents?state=pending&q=${before.handle}`)).body.items).toMatchObject([
      { agentId: before.agentId, state: 'live', pendingManifest: { requested_scopes: scopes } },
    ]);
    expect(await inDirectory(ben, before)).toBe(true);
    expect((await decide(before, 'approve')).body.item).toMatchObject({
      requestedScopes: [{ scope: 'history.read' }],
      pendingManifest: null,
    });
    expect((await put(before, {})).body.item).toMatchObject({ requestedScopes: [], pendingManifest: null });
  });

  it('is one that adds scopes, changes transport, origin, name or handle, or lets more people in', async () => {
    const agent = await registerAgent(server, ada, { access: 'request', webhook_url: 'https://a.example/one' });
    await decide(agent, 'approve');
    const base = { access: 'request', webhook_url: 'https://a.example/one' };
    const waits = async (change: object) =>
      (await put(agent, { ...base, ...change })).body.item.pendingManifest !== null;
    expect(await waits({ requested_scopes: scopes })).toBe(true);
    expect(await waits({ transport: 'webhook' })).toBe(true);
    expect(await waits({ webhook_url: 'https://b.example/one' })).toBe(true);
    expect(await waits({ name: 'Other' })).toBe(true);
    expect(await waits({ handle: freshHandle('a') })).toBe(true);
    expect(await waits({ access: 'public' })).toBe(true);
    expect(await waits({ avatar_asset_id: await uploaded(ada, png) })).toBe(false);
    expect(await waits({ webhook_url: 'https://a.example/two', description: 'New.', access: 'private' })).toBe(false);
    expect(await own(agent)).toMatchObject({ access: 'private', webhookUrl: 'https://a.example/two' });
    expect(await waits(base)).toBe(true);
  });

  it('is dropped when it is rejected, and the agent goes on', async () => {
    await put(before, { name: 'Bank' });
    expect((await decide(before, 'reject', { reason: 'No' })).body.item).toMatchObject({
      state: 'live',
      name: before.name,
      pendingManifest: null,
    });
    expect(await own(before)).toMatchObject({ status: 'live', suspendedReason: null, pendingManifest: null });
  });

  it('leaves its owner, and nobody else, the reason of its rejection until another manifest is sent', async () => {
    const { agentId } = before;
    await put(before, { name: 'Bank' });
    expect((await decide(before, 'reject', { reason: 'It is no bank.' })).body.item.rejectedReason).toBe(
      'It is no bank.',
    );
    expect((await own(before)).rejectedReason).toBe('It is no bank.');
    expect((await ada.get('/v1/agents')).text).toContain('It is no bank.');
    expect((await ben.get(`/v1/agents/${agentId}`)).text).not.toContain('It is no bank.');
    expect((await root.get('/v1/admin/audit')).text).not.toContain('It is no bank.');
    // The same once more waits again, and one without a reason says at least that it was rejected.
    const again = await put(before, { name: 'Bank' });
    expect(again.body.item).toMatchObject({ pendingManifest: { name: 'Bank' } });
    expect(again.body.item).not.toHaveProperty('rejectedReason');
    await decide(before, 'reject');
    expect((await own(before)).rejectedReason).toBe('An administrator rejected this change.');
    await put(before, {});
    expect(await own(before)).not.toHaveProperty('rejectedReason');
    await put(before, { name: 'Bank' });
    await decide(before, 'reject', { reason: 'Still no bank.' });
    await root.patch(`/v1/admin/agents/${agentId}`, { ownerUserId: ben.userId });
    expect((await ben.get(`/v1/agents/${agentId}`)).body.item).not.toHaveProperty('rejectedReason');
    await root.patch(`/v1/admin/agents/${agentId}`, { ownerUserId: ada.userId });
  });

  it('takes no handle that somebody has, then or at the approval', async () => {
    const agent = await registerAgent(server, ada);
    await decide(agent, 'approve');
    expectRefusal(await put(agent, { handle: before.handle }), 409, 'handle_taken', '/manifest/handle');
    const handle = freshHandle('a');
    await put(agent, { handle });
    await registerAgent(server, ben, { handle });
    expectRefusal(await decide(agent, 'approve'), 409, 'handle_taken');
    expect((await own(agent)).pendingManifest.handle).toBe(handle);
  });
});

describe('§17 the setting that administrators approve agents', { timeout: 60_000 }, () => {
  it('counts existing agents as approved, and leaves what waits pending when it is switched off', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    await put(before, { name: 'Waiting' });
    await root.patch('/v1/admin/settings', { agentApproval: 'off' });
    expect(await inDirectory(ben, agent)).toBe(false);
    expect((await put(agent, { description: 'Still.' })).body.item.pendingManifest).not.toBeNull();
    expect((await own(before)).pendingManifest.name).toBe('Waiting');
    expect((await put(before, { name: 'At once' })).body.item).toMatchObject({
      name: 'At once',
      pendingManifest: null,
    });
    expect((await decide(agent, 'approve')).body.item.state).toBe('live');
    const free = await registerAgent(server, ada, { access: 'public' });
    expect((await own(free)).pendingManifest).toBeNull();
    await root.patch('/v1/admin/settings', { agentApproval: 'on' });
    expect(await inDirectory(ben, free)).toBe(true);
    expectRefusal(await root.patch('/v1/admin/settings', { agentApproval: 'maybe' }), 400, 'malformed_request');
  });
});
