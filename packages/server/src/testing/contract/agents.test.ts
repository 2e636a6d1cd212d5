import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});

const register = (change: Record<string, unknown> = {}, by = ada) =>
  by.post('/v1/agents', { manifest: manifest(change) });

describe('§3 registering an agent', () => {
  it('answers with every field of the agent, null where absent', async () => {
    const asked = manifest();
    const { status, body } = await ada.post('/v1/agents', { manifest: asked });
    expect(status).toBe(201);
    expect(body.item).toEqual({
      agentId: expect.stringMatching(idOf('agt')),
      handle: asked.handle,
      name: 'Echo',
      description: 'Says again what it hears.',
      access: 'private',
      transport: 'relay',
      webhookUrl: null,
      status: 'live',
      suspendedReason: null,
      pendingManifest: null,
      requestedScopes: [],
      suggestedPrompts: [],
      homepage: null,
      avatarAssetId: null,
      ownerUserId: ada.userId,
      createdAt: expect.stringMatching(time),
    });
  });

  it('gives a credential whose secret is 32 random bytes in base64url', async () => {
    const [one, two] = [(await register()).body.credential, (await register()).body.credential];
    expect(Object.keys(one).sort()).toEqual(['credentialId', 'secret', 'webhookSecret']);
    expect(one.credentialId).toMatch(idOf('cred'));
    expect(one.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.secret).not.toBe(two.secret);
  });

  it('keeps everything that the manifest says', async () => {
    const scopes = [{ scope: 'calendar.read', reason: 'To find a free hour.' }];
    const { body } = await register({
      access: 'public',
      requested_scopes: scopes,
      homepage: 'https://agent.example/',
      suggested_prompts: ['What is next?', 'Say hello'],
      transport: 'webhook',
      webhook_url: 'https://agent.example/hook',
    });
    expect(body.item).toMatchObject({
      access: 'public',
      transport: 'webhook',
      webhookUrl: 'https://agent.example/hook',
      requestedScopes: [{ ...scopes[0], title: null }],
      homepage: 'https://agent.example/',
      suggestedPrompts: ['What is next?', 'Say hello'],
    });
  });

  it('§28 shows the title of a scope, and of the platform’s own scopes the platform’s title', async () => {
    const { body } = await register({
      requested_scopes: [
        { scope: 'calendar.read', reason: 'To find a free hour.', title: 'See your calendar' },
        { scope: 'coin.charge', reason: 'To sell.', title: 'Be nice to you' },
        { scope: 'files.read', reason: 'To look.' },
      ],
    });
    expect(body.item.requestedScopes).toEqual([
      { scope: 'calendar.read', reason: 'To find a free hour.', title: 'See your calendar' },
      { scope: 'coin.charge', reason: 'To sell.', title: 'Charge coins to your wallet' },
      { scope: 'files.read', reason: 'To look.', title: null },
    ]);
    const { requestedScopes } = (await ada.get(`/v1/agents/${body.item.agentId}/membership`)).body.item;
    expect(requestedScopes).toEqual(body.item.requestedScopes);
  });

  it.each(['https://user:pw@agent.example/', 'https://user@agent.example/', 'https://:pw@agent.example/'])(
    'refuses a homepage that holds a login: %s',
    async (homepage) => {
      const answer = await register({ homepage });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request']);
      expect(answer.body.error.path).toBe('/manifest/homepage');
    },
  );

  it('refuses a handle that another agent has, and takes one that only a person has', async () => {
    const first = manifest();
    expect((await ada.post('/v1/agents', { manifest: first })).status).toBe(201);
    const second = await bob.post('/v1/agents', { manifest: manifest({ handle: first.handle }) });
    expect(second.status).toBe(409);
    expect(second.body.error.code).toBe('handle_taken');
    expect((await register({ handle: ada.handle })).status).toBe(201);
  });

  const scope = (index: number) => ({ scope: `area.verb_${index}`, reason: 'Because.' });
  it.each([
    ['/manifest/version', { version: '2' }],
    ['/manifest/version', { version: 1 }],
    ['/manifest/handle', { handle: 'No' }],
    ['/manifest/handle', { handle: undefined }],
    ['/manifest/name', { name: '' }],
    ['/manifest/name', { name: 'x'.repeat(81) }],
    ['/manifest/description', { description: '' }],
    ['/manifest/description', { description: 'x'.repeat(501) }],
    ['/manifest/transport', { transport: 'email' }],
    ['/manifest/webhook_url', { transport: 'webhook' }],
    ['/manifest/webhook_url', { transport: 'webhook', webhook_url: 'http://agent.example/hook' }],
    ['/manifest/webhook_url', { transport: 'webhook', webhook_url: 'ftp://agent.example/hook' }],
    ['/manifest/webhook_url', { transport: 'webhook', webhook_url: 'not a url' }],
    ['/manifest/access', { access: 'secret' }],
    ['/manifest/requested_scopes', { requested_scopes: Array.from({ length: 21 }, (_, index) => scope(index)) }],
    ['/manifest/requested_scopes/0/scope', { requested_scopes: [{ scope: 'nodot', reason: 'x' }] }],
    ['/manifest/requested_scopes/0/scope', { requested_scopes: [{ scope: 'Upper.case', reason: 'x' }] }],
    ['/manifest/requested_scopes/0/reason', { requested_scopes: [{ scope: 'a.b', reason: '' }] }],
    ['/manifest/requested_scopes/0/reason', { requested_scopes: [{ scope: 'a.b', reason: 'x'.repeat(201) }] }],
    ['/manifest/requested_scopes/0/title', { requested_scopes: [{ scope: 'a.b', reason: 'x', title: '' }] }],
    [
      '/manifest/requested_scopes/0/title',
      { requested_scopes: [{ scope: 'a.b', reason: 'x', title: 'x'.repeat(61) }] },
    ],
    ['/manifest/requested_scopes/0/title', { requested_scopes: [{ scope: 'a.b', reason: 'x', title: null }] }],
    ['/manifest/suggested_prompts', { suggested_prompts: ['a', 'b', 'c', 'd', 'e'] }],
    ['/manifest/suggested_prompts/0', { suggested_prompts: ['x'.repeat(81)] }],
    ['/manifest/suggested_prompts/0', { suggested_prompts: [''] }],
    ['/manifest/secret', { secret: 'mine' }],
    ['/manifest', null],
  ])('refuses a bad %s: %j', async (path, change) => {
    const answer = await ada.post('/v1/agents', change === null ? {} : { manifest: manifest(change) });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path });
  });

  it.each([
    { name: 'x'.repeat(80), description: '🦜'.repeat(500) },
    { requested_scopes: Array.from({ length: 20 }, (_, index) => scope(index)) },
    { requested_scopes: [{ scope: 'a.b_c.d9', reason: 'x'.repeat(200) }] },
    { suggested_prompts: ['x'.repeat(80), 'b', 'c', 'd'] },
    { transport: 'webhook', webhook_url: 'https://agent.example:8443/hook?a=b' },
  ])('takes what is just within bounds (%#)', async (change) => {
    expect((await register(change)).status).toBe(201);
  });
});

describe('§3 seeing agents', () => {
  let hidden: Agent;
  let open: Agent;

  beforeAll(async () => {
    hidden = await registerAgent(server, ada);
    open = await registerAgent(server, ada, {
      access: 'public',
      transport: 'webhook',
      webhook_url: 'https://agent.example/secret-path',
    });
  });

  it('lists the own agents and nobody else’s', async () => {
    const ids = (items: Json[]) => items.map((item) => item.agentId);
    expect(ids((await ada.get('/v1/agents?limit=200')).body.items)).toEqual(
      expect.arrayContaining([hidden.agentId, open.agentId]),
    );
    expect(ids((await bob.get('/v1/agents')).body.items)).not.toContain(open.agentId);
  });

  it('shows a private agent to its owner alone', async () => {
    expect((await ada.get(`/v1/agents/${hidden.agentId}`)).body.item.agentId).toBe(hidden.agentId);
    const answer = await bob.get(`/v1/agents/${hidden.agentId}`);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('agent_not_found');
  });

  it('answers for a hidden agent as for none', async () => {
    const [hiddenOne, none] = [
      await bob.get(`/v1/agents/${hidden.agentId}`),
      await bob.get(`/v1/agents/${nobody('agt')}`),
    ];
    expect({ ...hiddenOne.body.error, requestId: '' }).toEqual({ ...none.body.error, requestId: '' });
  });

  it('shows a public agent to anybody, but its webhook to the owner alone', async () => {
    expect((await ada.get(`/v1/agents/${open.agentId}`)).body.item.webhookUrl).toBe(
      'https://agent.example/secret-path',
    );
    const seen = await bob.get(`/v1/agents/${open.agentId}`);
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain('secret-path');
  });

  it('never shows a secret again', async () => {
    const answers = [
      await ada.get(`/v1/agents/${open.agentId}`),
      await ada.get('/v1/agents'),
      await ada.get(`/v1/agents/${open.agentId}/credentials`),
    ];
    for (const answer of answers) expect(answer.text).not.toContain(open.secret);
  });

  it.each(['pause', 'resume', 'credentials'])('lets nobody but the owner POST …/%s', async (verb) => {
    expect([403, 404]).toContain((await bob.post(`/v1/agents/${open.agentId}/${verb}`)).status);
    expect((await bob.post(`/v1/agents/${hidden.agentId}/${verb}`)).status).toBe(404);
    expect((await ada.get(`/v1/agents/${open.agentId}`)).body.item.status).toBe('live');
  });

  it('lets nobody but the owner see credentials and deliveries, replace the manifest or delete', async () => {
    const path = `/v1/agents/${open.agentId}`;
    expect([403, 404]).toContain((await bob.get(`${path}/credentials`)).status);
    expect([403, 404]).toContain((await bob.get(`${path}/deliveries`)).status);
    expect([403, 404]).toContain((await bob.put(`${path}/manifest`, { manifest: manifest() })).status);
    expect([403, 404]).toContain((await bob.del(path)).status);
    expect((await ada.get(path)).body.item.status).toBe('live');
  });
});

describe('§3 changing an agent', () => {
  it('replaces the manifest as a whole', async () => {
    const agent = await registerAgent(server, ada, { suggested_prompts: ['Hello'] });
    const next = manifest({ handle: agent.handle, name: 'Parrot', access: 'public' });
    const { status, body } = await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: next });
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ agentId: agent.agentId, name: 'Parrot', access: 'public', suggestedPrompts: [] });
    expect((await bob.get(`/v1/agents/${agent.agentId}`)).body.item.name).toBe('Parrot');
  });

  it('checks the new manifest like the first', async () => {
    const agent = await registerAgent(server, ada);
    const next = manifest({ handle: agent.handle, name: '' });
    const answer = await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest: next });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/manifest/name' });
  });

  it('pauses: no signature, no seat and no delivery; resuming brings all back', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    const paused = await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expect(paused.status).toBe(200);
    expect(paused.body.item.status).toBe('paused');
    const signed = await agent.reply(nobody('dlv'), 'hi');
    expect(signed.status).toBe(401);
    expect(signed.body.error.code).toBe('unauthorized');
    expect((await ada.post('/v1/conversations', { agentIds: [agent.agentId] })).body.error.code).toBe(
      'agent_not_found',
    );
    expect((await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'hi' })).body.deliveries).toEqual([]);

    expect((await ada.post(`/v1/agents/${agent.agentId}/resume`)).body.item.status).toBe('live');
    expect((await agent.reply(nobody('dlv'), 'hi')).status).toBe(404);
    expect((await ada.post('/v1/conversations', { agentIds: [agent.agentId] })).status).toBe(201);
    const sent = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'hi' });
    expect(sent.body.deliveries).toHaveLength(1);
  });

  it('deletes for good', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const conversation = await openConversation(bob, agent);
    expect((await ada.del(`/v1/agents/${agent.agentId}`)).status).toBe(204);
    expect((await agent.reply(nobody('dlv'), 'hi')).status).toBe(401);
    expect((await bob.post('/v1/conversations', { agentIds: [agent.agentId] })).status).toBe(404);
    expect((await bob.get('/v1/agents/directory')).text).not.toContain(agent.agentId);
    expect((await bob.get(`/v1/conversations/${conversation}/messages`)).status).toBe(200);
  });
});

describe('§3 the directory', () => {
  const word = `zebra${Date.now()}`;
  const found = async (person: Person, q: string) =>
    (await person.get(`/v1/agents/directory?q=${encodeURIComponent(q)}`)).body.items.map((item: Json) => item.agentId);

  it('lists whom the caller may seat: the own and the public ones', async () => {
    const own = await registerAgent(server, ada, { name: word });
    const open = await registerAgent(server, ada, { name: word, access: 'public' });
    await registerAgent(server, ada, { name: word, access: 'request' });
    expect((await found(ada, word)).sort()).toEqual(expect.arrayContaining([own.agentId, open.agentId].sort()));
    expect(await found(bob, word)).toEqual([open.agentId]);
    expect((await bob.get('/v1/agents/directory?limit=200')).text).toContain(open.agentId);
  });

  it('matches whole words, stemmed, and beginnings of words, and every word must match', async () => {
    const { agentId } = await registerAgent(server, ada, {
      access: 'public',
      name: 'Quillwright',
      description: 'Translates treaties about whaling.',
    });
    expect(await found(bob, 'quillwright')).toContain(agentId);
    expect(await found(bob, 'QUILLW')).toContain(agentId);
    expect(await found(bob, 'translating')).toContain(agentId);
    expect(await found(bob, 'quill treaty')).toContain(agentId);
    expect(await found(bob, 'illwright')).not.toContain(agentId);
    expect(await found(bob, 'quillwright submarine')).not.toContain(agentId);
  });

  it.each(["'", '%', '\\', ':*', '& | !', '(', '🦜'])('is not broken by the query %s', async (q) => {
    expect((await bob.get(`/v1/agents/directory?q=${encodeURIComponent(q)}`)).status).toBeLessThan(500);
  });
});
