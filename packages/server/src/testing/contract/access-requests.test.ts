import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { refusalOf, type Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';

const server = useServer();
let owner: Person;
let ada: Person;
let bob: Person;
let agent: Agent;

beforeAll(async () => {
  [owner, ada, bob] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
});

beforeEach(async () => {
  agent = await registerAgent(server, owner, { access: 'request' });
});

const path = (rest = '', of = agent) => `/v1/agents/${of.agentId}/access-requests${rest}`;
const seat = (person: Person) => person.post('/v1/conversations', { agentIds: [agent.agentId] });
const decide = (person: Person, verb: string, by = owner) => by.post(path(`/${person.userId}/${verb}`));
const asking = async (): Promise<Json[]> => (await owner.get(path())).body.items;

describe('§3 asking for access', () => {
  it('is needed for an agent by request, but not by its owner', async () => {
    expectRefusal(await seat(ada), 404, 'agent_not_found');
    expect((await seat(owner)).status).toBe(201);
  });

  it('is answered 201 and shown to the owner with who asks and the note', async () => {
    expect((await ada.post(path(), { note: 'I like plants.' })).status).toBe(201);
    const items = await asking();
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items[0])).toContain(ada.userId);
    expect(JSON.stringify(items[0])).toContain('I like plants.');
  });

  it('needs no note', async () => {
    expect((await ada.post(path(), {})).status).toBe(201);
    expect(JSON.stringify(await asking())).toContain(ada.userId);
  });

  it('needs no body either', async () => {
    expect((await ada.post(path())).status).toBe(201);
    expect(JSON.stringify(await asking())).toContain(ada.userId);
  });

  it('seats nobody yet', async () => {
    await ada.post(path(), {});
    expectRefusal(await seat(ada), 404, 'agent_not_found');
  });

  it('twice leaves one request', async () => {
    await ada.post(path(), {});
    const again = await ada.post(path(), {});
    expect(again.status).toBeLessThan(500);
    expect(await asking()).toHaveLength(1);
  });

  it('is not possible for a private agent, which is as if it were not there', async () => {
    const hidden = await registerAgent(server, owner);
    const answer = await ada.post(path('', hidden), {});
    expectRefusal(answer, 404, 'agent_not_found');
    const none = await ada.post(`/v1/agents/${nobody('agt')}/access-requests`, {});
    expect(refusalOf(answer)).toEqual(refusalOf(none));
  });

  it.each([
    [{ note: 7 }, '/note'],
    [{ reason: 'a' }, '/reason'],
  ])('is refused with %j', async (body, at) => {
    expectRefusal(await ada.post(path(), body), 400, 'malformed_request', at);
  });
});

describe('§3 deciding about access', () => {
  it('approves: the person may seat the agent', async () => {
    await ada.post(path(), {});
    const answer = await decide(ada, 'approve');
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(300);
    expect((await seat(ada)).status).toBe(201);
    expectRefusal(await seat(bob), 404, 'agent_not_found');
  });

  it('approves: the directory lists the agent for that person', async () => {
    const lists = async (person: Person) =>
      (await person.get(`/v1/agents/directory?q=${agent.handle}`)).body.items.map((item: Json) => item.agentId);
    expect(await lists(ada)).toEqual([]);
    await ada.post(path(), {});
    await decide(ada, 'approve');
    expect(await lists(ada)).toEqual([agent.agentId]);
    expect(await lists(bob)).toEqual([]);
  });

  it('denies: the person may not', async () => {
    await ada.post(path(), {});
    expect((await decide(ada, 'deny')).status).toBeLessThan(300);
    expectRefusal(await seat(ada), 404, 'agent_not_found');
  });

  it('is for the owner alone', async () => {
    await ada.post(path(), {});
    for (const person of [ada, bob]) {
      expect((await person.get(path())).status).toBe(404);
      expect((await decide(ada, 'approve', person)).status).toBe(404);
      expect((await decide(ada, 'deny', person)).status).toBe(404);
    }
    expectRefusal(await seat(ada), 404, 'agent_not_found');
  });

  it('is about requests that are there', async () => {
    expect((await decide(bob, 'approve')).status).toBe(404);
    expectRefusal(await seat(bob), 404, 'agent_not_found');
  });

  it('is never put into an agent’s search', async () => {
    await ada.post(path(), {});
    await decide(ada, 'approve');
    const searcher = await registerAgent(server, ada);
    const { body } = await searcher.send(`/hooks/v1/agents/search?q=${agent.handle}`);
    expect(body.items).toEqual([]);
  });
});
