import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
const scopes = [
  { scope: 'calendar.read', reason: 'To find a free hour.' },
  { scope: 'proactive.message', reason: 'To remind you.' },
];
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});

const pathOf = (agent: Agent) => `/v1/agents/${agent.agentId}/membership`;
const grant = (person: Person, agent: Agent, granted: string[]) =>
  person.put(`${pathOf(agent)}/grants`, { scopes: granted });
const prefer = (person: Person, agent: Agent, preferences: Record<string, boolean>) =>
  person.put(`${pathOf(agent)}/preferences`, preferences);
const membership = async (person: Person, agent: Agent) => (await person.get(pathOf(agent))).body.item;
const openAgent = () => registerAgent(server, ada, { access: 'public', requested_scopes: scopes });
const request = (agent: Agent, requested: object[]) =>
  ada.put(`/v1/agents/${agent.agentId}/manifest`, {
    manifest: manifest({ handle: agent.handle, access: 'public', requested_scopes: requested }),
  });

describe('§3 Membership and grants', () => {
  it('starts with nothing granted, muted or blocked', async () => {
    const agent = await openAgent();
    const answer = await bob.get(pathOf(agent));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      item: {
        agentId: agent.agentId,
        requestedScopes: [
          { ...scopes[0], title: null },
          { ...scopes[1], title: 'Write to you without being asked' },
        ],
        grantedScopes: [],
        newScopesSinceConsent: [],
        muted: false,
        blocked: false,
        notify: 'all',
        mutedUntil: null,
      },
    });
  });

  it('is not there for an agent that the caller may not see', async () => {
    const agent = await registerAgent(server, ada);
    for (const answer of [
      await bob.get(pathOf(agent)),
      await grant(bob, agent, []),
      await prefer(bob, agent, { muted: true }),
      await bob.get(`/v1/agents/${nobody('agt')}/membership`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('agent_not_found');
    }
  });

  it('takes a subset of the requested scopes and replaces what was granted', async () => {
    const agent = await openAgent();
    const first = await grant(bob, agent, ['calendar.read']);
    expect(first.status).toBe(200);
    expect(first.body.item.grantedScopes).toEqual(['calendar.read']);
    expect((await grant(bob, agent, ['proactive.message'])).body.item.grantedScopes).toEqual(['proactive.message']);
    expect((await grant(bob, agent, [])).body.item.grantedScopes).toEqual([]);
    expect((await membership(bob, agent)).grantedScopes).toEqual([]);
  });

  it('refuses a scope that the agent never requested, and changes nothing', async () => {
    const agent = await openAgent();
    await grant(bob, agent, ['calendar.read']);
    const answer = await grant(bob, agent, ['proactive.message', 'files.write']);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('scope_not_requested');
    expect((await membership(bob, agent)).grantedScopes).toEqual(['calendar.read']);
  });

  it('refuses what is no scope’s name as one that was never requested', async () => {
    const agent = await openAgent();
    const answer = await grant(ada, agent, ['calendar.read', 'nope']);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'scope_not_requested', path: '/scopes/1' });
  });

  it('is one person’s own', async () => {
    const agent = await openAgent();
    await grant(bob, agent, ['calendar.read']);
    await prefer(bob, agent, { muted: true, blocked: true });
    expect(await membership(ada, agent)).toMatchObject({ grantedScopes: [], muted: false, blocked: false });
  });

  it('shows scopes that a new manifest adds, until the next consent', async () => {
    const agent = await openAgent();
    await grant(bob, agent, ['calendar.read']);
    await request(agent, [...scopes, { scope: 'files.read', reason: 'To read along.' }]);
    expect((await membership(bob, agent)).newScopesSinceConsent).toEqual(['files.read']);
    const consented = await grant(bob, agent, ['calendar.read']);
    expect(consented.body.item.newScopesSinceConsent).toEqual([]);
    expect((await membership(bob, agent)).newScopesSinceConsent).toEqual([]);
  });

  it('shows no new scopes before a first consent', async () => {
    const agent = await openAgent();
    await request(agent, [...scopes, { scope: 'files.read', reason: 'To read along.' }]);
    expect((await membership(bob, agent)).newScopesSinceConsent).toEqual([]);
  });

  it('does not grant a new scope by itself', async () => {
    const agent = await openAgent();
    await grant(bob, agent, ['calendar.read', 'proactive.message']);
    await request(agent, [...scopes, { scope: 'files.read', reason: 'To read along.' }]);
    expect([...(await membership(bob, agent)).grantedScopes].sort()).toEqual(['calendar.read', 'proactive.message']);
  });

  it('changes muted and blocked one by one', async () => {
    const agent = await openAgent();
    expect((await prefer(bob, agent, { muted: true })).body.item).toMatchObject({ muted: true, blocked: false });
    expect((await prefer(bob, agent, { blocked: true })).body.item).toMatchObject({ muted: true, blocked: true });
    expect((await prefer(bob, agent, { muted: false })).body.item).toMatchObject({ muted: false, blocked: true });
  });

  it.each([
    ['grants', '/scopes', {}],
    ['grants', '/scopes', { scopes: 'calendar.read' }],
    ['grants', '/scopes/0', { scopes: [1] }],
    ['preferences', '/muted', { muted: 'yes' }],
    ['preferences', '/loud', { loud: true }],
  ])('refuses bad %s and names %s', async (what, path, body) => {
    const answer = await bob.put(`${pathOf(await openAgent())}/${what}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path });
  });
});

describe('§3 blocking an agent', () => {
  it('refuses that person’s sends', async () => {
    const agent = await openAgent();
    const conversation = await openConversation(bob, agent);
    await prefer(bob, agent, { blocked: true });
    const answer = await bob.post(`/v1/conversations/${conversation}/messages`, { text: 'hello?' });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('agent_blocked');
  });

  it('refuses replies to that person’s deliveries, also to earlier ones', async () => {
    const agent = await openAgent();
    const conversation = await openConversation(bob, agent);
    const deliveryId = await deliver(bob, conversation, 'before the block');
    await prefer(bob, agent, { blocked: true });
    const answer = await agent.reply(deliveryId, 'too late');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
  });

  it('ends with the block', async () => {
    const agent = await openAgent();
    const conversation = await openConversation(bob, agent);
    const deliveryId = await deliver(bob, conversation, 'before the block');
    await prefer(bob, agent, { blocked: true });
    await prefer(bob, agent, { blocked: false });
    expect((await agent.reply(deliveryId, 'again')).status).toBe(202);
    expect((await say(bob, conversation, 'hello again')).deliveries).toHaveLength(1);
  });

  it('does not touch other people of the group', async () => {
    const agent = await openAgent();
    const conversation = await openConversation(ada, agent, [bob]);
    await prefer(bob, agent, { blocked: true });
    const deliveryId = await deliver(ada, conversation, 'from somebody else');
    expect((await agent.reply(deliveryId, 'an answer')).status).toBe(202);
  });
});
