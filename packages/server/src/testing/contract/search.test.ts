import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

const search = (query: string) => agent.send(`/hooks/v1/agents/search?${query}`);

describe('§5 Agent search response: searching for agents', () => {
  it('finds public agents, with seven fields each', async () => {
    const found = await registerAgent(server, ada, {
      access: 'public',
      name: 'Marmalade maker',
      requested_scopes: [{ scope: 'fruit.read', reason: 'To choose.' }],
    });
    const { status, body } = await search('q=marmalade');
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        agent_id: found.agentId,
        handle: found.handle,
        name: 'Marmalade maker',
        description: 'Says again what it hears.',
        requested_scopes: ['fruit.read'],
        score: expect.any(Number),
      },
    ]);
  });

  it('finds neither private agents nor those by request, not even the own', async () => {
    await registerAgent(server, ada, { name: 'Quincejelly' });
    await registerAgent(server, ada, { name: 'Quincejelly', access: 'request' });
    expect((await search('q=quincejelly')).body.items).toEqual([]);
  });

  it('finds nothing rather than a guess', async () => {
    expect((await search('q=xyzzyplugh')).body).toMatchObject({ items: [] });
  });

  it('gives 5 where no limit is given, and 20 at most, the best first', async () => {
    await Promise.all(
      Array.from({ length: 22 }, (_, index) =>
        registerAgent(server, ada, { access: 'public', name: `Rhubarb ${index}` }),
      ),
    );
    expect((await search('q=rhubarb')).body.items).toHaveLength(5);
    const { items } = (await search('q=rhubarb&limit=500')).body;
    expect(items).toHaveLength(20);
    const scores = items.map((item: Json) => item.score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
  });

  it.each(['', 'q=', `q=${'x'.repeat(201)}`, 'q=a&limit=0', 'q=a&limit=-1', 'q=a&limit=many'])(
    'refuses the query %j',
    async (query) => {
      const answer = await search(query);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('malformed_request');
    },
  );

  it('may be asked twice within a second', async () => {
    expect([(await search('q=one')).status, (await search('q=one')).status]).toEqual([200, 200]);
  });
});
