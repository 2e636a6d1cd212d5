import { expect, it } from 'vitest';
import { manifest, registerAgent } from './agent.ts';
import { openSignals, type Signals } from './browser.ts';
import { eventually } from './eventually.ts';
import { png, upload } from './files.ts';
import type { Answer, Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer({
  PARLEY_QUOTA_AGENTS: '3',
  PARLEY_QUOTA_ROOMS: '4',
  PARLEY_QUOTA_ASSET_BYTES: String(3 * png.length),
  PARLEY_QUOTA_AGENT_ASSET_BYTES: String(2 * png.length),
  PARLEY_QUOTA_EVENT_STREAMS: '2',
});

const register = (person: Person) => person.post('/v1/agents', { manifest: manifest() });
const used = async (person: Person): Promise<Json> => {
  const { items } = (await person.get('/v1/quota')).body;
  return Object.fromEntries(items.map(({ name, used, limit }: Json) => [name, [used, limit]]));
};

function expectOver(answer: Answer, limit: number) {
  expect([answer.status, answer.body.error.code]).toEqual([403, 'quota_exceeded']);
  expect(answer.body.error.hint).toContain(String(limit));
}

it('§10 a person has so many agents, counted where they register many at once; a deleted one makes room', async () => {
  const ada = await signUp(server);
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(ada)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectOver(answer, 3);
  expect((await used(ada)).agents).toEqual([3, 3]);
  await ada.del(`/v1/agents/${made[0]?.body.item.agentId}`);
  expect((await register(ada)).status).toBe(201);
});

it('§10 a person opens so many rooms, counted where they open many at once; others’ rooms do not count', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  await openConversation(bob, null, [ada]);
  const open = () => ada.post('/v1/conversations', { agentIds: [], userIds: [bob.userId] });
  const answers = await Promise.all(Array.from({ length: 7 }, open));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(4);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectOver(answer, 4);
  expect((await used(ada)).rooms).toEqual([4, 4]);
  await ada.del(`/v1/conversations/${made[0]?.body.item.conversationId}`);
  expect((await open()).status).toBe(201);
});

it('§10 a person and an agent have so many bytes of assets, each for themselves', async () => {
  const ada = await signUp(server);
  const agent = await registerAgent(server, ada);
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(ada, png)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectOver(answer, 3 * png.length);
  expect((await used(ada)).asset_bytes).toEqual([3 * png.length, 3 * png.length]);
  const byAgent = async () => agent.send('/hooks/v1/assets', png);
  expect([(await byAgent()).status, (await byAgent()).status]).toEqual([201, 201]);
  expectOver(await byAgent(), 2 * png.length);
});

it('§10 a person has so many event streams; one that closes makes room', async () => {
  const ada = await signUp(server);
  const streams: Signals[] = [await openSignals(server, ada), await openSignals(server, ada)];
  const third = await openSignals(server, ada);
  expect(third.status).toBe(403);
  expect(JSON.parse(third.raw).error).toMatchObject({ code: 'quota_exceeded', hint: expect.stringContaining('2') });
  expect((await used(ada)).event_streams).toEqual([2, 2]);
  streams[0]?.close();
  await eventually(server, 'the closed stream to be forgotten', async () => (await used(ada)).event_streams[0] === 1);
  streams.push(await openSignals(server, ada));
  expect(streams.at(-1)?.status).toBe(200);
  for (const stream of streams) stream.close();
});
