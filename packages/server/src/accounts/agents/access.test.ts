import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import type { Answer, Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { nobody, time } from '../../testing/contract/shapes.ts';
import { openEventStream, type EventStream } from '../../testing/contract/sse.ts';

let server: TestServer;
let owner: Person;
let guest: Person;
let agent: Agent;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp(server);
});

beforeEach(async () => {
  guest = await signUp(server, { displayName: 'Guest' });
  agent = await registerAgent(server, owner, { access: 'request' });
  path = `/v1/agents/${agent.agentId}/access-requests`;
});

afterAll(() => server.stop());

const codeOf = ({ status, body }: Answer) => [status, body.error.code];
const seat = async (person: Person) => (await person.post('/v1/conversations', { agentIds: [agent.agentId] })).status;
const resolve = (person: Person, verb: string, userId = guest.userId) => person.post(`${path}/${userId}/${verb}`);

describe('a request for access', () => {
  test('is pending until the owner approves it, and then that person may seat the agent', async () => {
    expect(await seat(guest)).toBe(404);
    const asked = await guest.post(path, { note: 'For our team.' });
    const pending = {
      agentId: agent.agentId,
      userId: guest.userId,
      handle: guest.handle,
      displayName: 'Guest',
      note: 'For our team.',
      state: 'pending',
      createdAt: expect.stringMatching(time),
      resolvedAt: null,
    };
    expect([asked.status, asked.body]).toEqual([201, { item: pending }]);
    expect(await seat(guest)).toBe(404);
    expect((await owner.get(path)).body).toEqual({ items: [pending], nextCursor: null });
    const approved = await resolve(owner, 'approve');
    const item = { ...pending, state: 'approved', resolvedAt: expect.stringMatching(time) };
    expect([approved.status, approved.body]).toEqual([200, { item }]);
    expect(await seat(guest)).toBe(201);
    expect(await seat(await signUp(server))).toBe(404);
    const found = (await guest.get('/v1/agents/directory')).body.items;
    expect(found.map((each: Json) => each.agentId)).toContain(agent.agentId);
  });

  test('may be made again and changes nothing, whatever became of it', async () => {
    const first = await guest.post(path, { note: 'Please.' });
    await server.clock.advance(5);
    expect((await guest.post(path, { note: 'Pretty please.' })).text).toBe(first.text);
    await resolve(owner, 'deny');
    expect((await guest.post(path, {})).body.item).toMatchObject({ state: 'denied', note: 'Please.' });
    expect(await seat(guest)).toBe(404);
  });

  test('may be decided again, and the same decision keeps its time', async () => {
    await guest.post(path, {});
    const approved = await resolve(owner, 'approve');
    await server.clock.advance(5);
    expect((await resolve(owner, 'approve')).text).toBe(approved.text);
    expect((await resolve(owner, 'deny')).body.item.state).toBe('denied');
    expect(await seat(guest)).toBe(404);
  });

  test('is for agents that take requests', async () => {
    const at = async (access: string) => {
      const other = await registerAgent(server, owner, { access });
      return `/v1/agents/${other.agentId}/access-requests`;
    };
    expect(codeOf(await guest.post(await at('private'), {}))).toEqual([404, 'agent_not_found']);
    expect(codeOf(await guest.post(await at('public'), {}))).toEqual([409, 'access_not_requestable']);
    expect(codeOf(await owner.post(path, {}))).toEqual([409, 'access_not_requestable']);
    for (const id of [nobody('agt'), 'none']) {
      expect(codeOf(await guest.post(`/v1/agents/${id}/access-requests`, {}))).toEqual([404, 'agent_not_found']);
    }
    await owner.del(`/v1/agents/${agent.agentId}`);
    expect(codeOf(await guest.post(path, {}))).toEqual([404, 'agent_not_found']);
  });

  test('is seen and decided by the owner alone', async () => {
    await guest.post(path, {});
    for (const answer of [await guest.get(path), await resolve(guest, 'approve'), await resolve(guest, 'deny')]) {
      expect(codeOf(answer)).toEqual([404, 'agent_not_found']);
    }
    for (const userId of [nobody('usr'), 'none', owner.userId]) {
      expect(codeOf(await resolve(owner, 'approve', userId))).toEqual([404, 'access_request_not_found']);
    }
  });

  test.each([
    ['/note', { note: 5 }],
    ['/note', { note: 'x'.repeat(501) }],
    ['/why', { why: 'because' }],
  ])('is refused with the path %s for %j', async (field, body) => {
    const answer = await guest.post(path, body);
    expect([...codeOf(answer), answer.body.error.path]).toEqual([400, 'malformed_request', field]);
  });

  test('is told to the owner, and its end to both', async () => {
    const streams: EventStream[] = [];
    for (const { cookie } of [owner, guest])
      streams.push(await openEventStream(`${server.baseUrl}/v1/events`, { cookie }));
    const told = () =>
      streams.map(({ frames }) => frames.filter(({ event }) => event === 'membershipUpdated').map(({ data }) => data));
    await eventually(server, 'the streams', () => streams.every(({ frames }) => frames.length > 0));
    await guest.post(path, {});
    await eventually(server, 'the owner to be told', () => told()[0]?.length === 1);
    await resolve(owner, 'approve');
    await eventually(server, 'both to be told', () => told()[0]?.length === 2 && told()[1]?.length === 1);
    expect(JSON.parse(told()[1]?.[0] ?? '')).toMatchObject({ agentId: agent.agentId });
    for (const stream of streams) stream.close();
  });

  test('is listed newest first, in pages', async () => {
    const others = [];
    for (let i = 0; i < 3; i++) {
      const other = await signUp(server);
      await other.post(path, {});
      others.unshift(other.userId);
      await server.clock.advance(5);
    }
    const first = (await owner.get(`${path}?limit=2`)).body;
    const second = (await owner.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...second.items].map((item: Json) => item.userId)).toEqual(others);
    expect(second.nextCursor).toBeNull();
  });
});
