import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { time } from './shapes.ts';

const server = useServer();
const all = ['clock.read', 'coin.charge', 'identity.read', 'proactive.message'];
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, all);
});

const grantsOf = async (person: Person, query = ''): Promise<Json[]> =>
  (await person.get(`/v1/grants${query}`)).body.items;
const grantOf = async ({ person, agent }: Desk, scope: string): Promise<Json> =>
  (await grantsOf(person)).find((item) => item.agentId === agent.agentId && item.scope === scope);
const regrant = ({ person, agent }: Desk, scopes: string[]) =>
  person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes });
let keys = 0;
const announce = async ({ agent, conversation }: Desk, key = `news ${keys++}`) => {
  await server.clock.advance(1000);
  const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'News.' }] };
  return agent.send('/hooks/v1/proactive', body, { key });
};

describe('§11 grants', () => {
  it('are listed with the agent, the scope and when, unused at first', async () => {
    const fresh = await openDesk(server, ['clock.read']);
    const { status, body } = await fresh.person.get('/v1/grants');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          agentId: fresh.agent.agentId,
          scope: 'clock.read',
          grantedAt: expect.stringMatching(time),
          lastUsedAt: null,
          uses: 0,
        },
      ],
      nextCursor: null,
    });
  });

  it('keep when they were given where the same scope is granted again', async () => {
    const before = await grantOf(desk, 'identity.read');
    await server.clock.advance(5000);
    await regrant(desk, all);
    expect(await grantOf(desk, 'identity.read')).toEqual(before);
  });

  it('begin anew once they were taken back', async () => {
    const before = await grantOf(desk, 'identity.read');
    await server.clock.advance(5000);
    await regrant(
      desk,
      all.filter((scope) => scope !== 'identity.read'),
    );
    expect(await grantOf(desk, 'identity.read')).toBeUndefined();
    await regrant(desk, all);
    const { grantedAt, uses } = await grantOf(desk, 'identity.read');
    expect([Date.parse(grantedAt) - Date.parse(before.grantedAt) >= 5000, uses]).toEqual([true, 0]);
  });

  it('count an invocation that was allowed, and one that was put to the person, once each', async () => {
    const before = await grantOf(desk, 'clock.read');
    await server.clock.advance(1000);
    expect((await desk.invoke('clock.now')).body.outcome).toBe('allow');
    const after = await grantOf(desk, 'clock.read');
    expect(after.uses).toBe(before.uses + 1);
    expect(Date.parse(after.lastUsedAt)).toBeGreaterThan(Date.parse(before.grantedAt));
    const asked = await grantOf(desk, 'coin.charge');
    await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    expect((await grantOf(desk, 'coin.charge')).uses).toBe(asked.uses + 1);
  });

  it('count no invocation that was refused', async () => {
    const before = await grantOf(desk, 'clock.read');
    await desk.invoke('clock.now', { surprise: true });
    await desk.invoke('no.such.tool');
    expect(await grantOf(desk, 'clock.read')).toEqual(before);
  });

  it('count a proactive message that was accepted, and its repeat not', async () => {
    const { uses } = await grantOf(desk, 'proactive.message');
    expect((await announce(desk, 'once')).status).toBe(202);
    expect((await announce(desk, 'once')).status).toBe(202);
    expect((await grantOf(desk, 'proactive.message')).uses).toBe(uses + 1);
    await desk.person.put(`/v1/agents/${desk.agent.agentId}/membership/preferences`, { muted: true });
    expect((await announce(desk)).status).toBe(403);
    await desk.person.put(`/v1/agents/${desk.agent.agentId}/membership/preferences`, { muted: false });
    expect((await grantOf(desk, 'proactive.message')).uses).toBe(uses + 1);
  });

  it('count every one of many that come at once', async () => {
    const { uses } = await grantOf(desk, 'clock.read');
    const answers = await Promise.all(Array.from({ length: 12 }, () => desk.invoke('clock.now')));
    expect(answers.map(({ body }) => body.outcome)).toEqual(Array(12).fill('allow'));
    expect((await grantOf(desk, 'clock.read')).uses).toBe(uses + 12);
  });

  it('are gone with a scope that the manifest asks for no more, and with the agent', async () => {
    const ada = await signUp(server);
    const requested_scopes = ['clock.read', 'coin.charge'].map((scope) => ({ scope, reason: 'To serve you.' }));
    const agent = await registerAgent(server, ada, { requested_scopes });
    await openConversation(ada, agent);
    await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: ['clock.read', 'coin.charge'] });
    const manifest = { version: '1', handle: agent.handle, name: 'Echo', description: 'Echo.', transport: 'relay' };
    await ada.put(`/v1/agents/${agent.agentId}/manifest`, {
      manifest: { ...manifest, requested_scopes: requested_scopes.slice(0, 1) },
    });
    expect((await grantsOf(ada)).map(({ scope }) => scope)).toEqual(['clock.read']);
    await ada.del(`/v1/agents/${agent.agentId}`);
    expect(await grantsOf(ada)).toEqual([]);
  });

  it('come in pages, newest first, each once', async () => {
    const { person } = desk;
    const found: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await person.get(`/v1/grants?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      found.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(found).toEqual(await grantsOf(person));
    const times = found.map(({ grantedAt }) => grantedAt);
    expect(times).toEqual(times.toSorted().reverse());
    expectRefusal(await person.get('/v1/grants?cursor=bm8'), 400, 'malformed_request');
    expectRefusal(await person.get('/v1/grants?limit=0'), 400, 'malformed_request');
  });

  it('are one’s own: another person’s are not there', async () => {
    expect(await grantsOf(await signUp(server))).toEqual([]);
  });
});
