import { afterAll, beforeAll, expect, it } from 'vitest';
import { openModels } from '../../models/open-models.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { agentCalls } from '../fixtures/agent-calls.ts';
import { humanCalls } from '../fixtures/human-calls.ts';
import { providerEnv } from '../fixtures/sign-in-calls.ts';
import { gatherPeople, newWorld, type People } from '../fixtures/world.ts';
import { agentDoorRoutes, humanRoutes } from '../routes.ts';

const calls = Object.entries({ ...humanCalls, ...agentCalls });
let server: TestServer;
let people: People;

beforeAll(async () => {
  server = await startTestServer({ PARLEY_STARTING_COINS: '100000', ...(await providerEnv()) });
  people = await gatherPeople(server);
});
afterAll(() => server.stop());

const routeOf = (name: string) => {
  const none = { find: async () => null, known: [], list: async () => [] };
  const all = [...humanRoutes(server.app, openModels(server.app, none)), ...agentDoorRoutes(server.app, none)];
  return all.find(({ row }) => `${row.method} ${row.path}` === name);
};

it.each(calls)('%s answers as the published contract says', async (name, prepare) => {
  const { status, json, media } = routeOf(name)?.row.answer ?? {};
  const ask = await prepare(await newWorld(people));
  const answer = await ask();
  expect(answer.status, answer.text).toBe(status);
  if (json) expect(json.safeParse(answer.body).error?.issues ?? []).toEqual([]);
  else if (!media) expect(answer.text).toBe('');
});
