import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { envelopeSchema } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { messagesOf, openConversation } from '../../testing/contract/conversation.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let cyd: Person;
let agent: Agent;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server, { displayName: 'Ada', locale: 'de-CH', timezone: 'Europe/Zurich' });
  ben = await signUp(server, { displayName: 'Ben' });
  cyd = await signUp(server, { displayName: 'Cyd' });
});

beforeEach(async () => {
  agent = await registerAgent(server, ada, { name: 'Echo' });
});

afterAll(() => server.stop());

async function joined(conversation: string): Promise<Json[]> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from deliveries where event = 'member.joined' and conversation_id = ${conversation}
    order by delivery_id`.execute(server.app.storage.db);
  return rows.map(({ body }) => JSON.parse(body.toString()));
}

const add = (person: Person, conversation: string, member: Json) =>
  person.post(`/v1/conversations/${conversation}/members`, member);

test('a seated agent hears of everyone who joins, from whoever let them in', async () => {
  const conversation = await openConversation(ada, agent);
  const answer = await add(ada, conversation, { userId: ben.userId });
  expect([answer.status, answer.body.item.userMembers]).toMatchObject([200, [{ userId: ben.userId }]]);
  const [envelope] = await joined(conversation);
  expect(envelopeSchema.parse(envelope)).toEqual(envelope);
  const [message] = await messagesOf(ben, conversation);
  expect(envelope).toMatchObject({
    agent_id: agent.agentId,
    task_id: null,
    user: { id: ada.userId, locale: 'de-CH', timezone: 'Europe/Zurich' },
    messages: [{ id: message.messageId, author: 'platform', author_id: null, text: '“Ben” joined the conversation.' }],
  });
  expect((await agent.reply(envelope.delivery_id, 'Welcome, Ben.')).status).toBe(202);
});

test('an agent that is seated later is not told that it is there, but the room is', async () => {
  const conversation = await openConversation(ada, null, [ben]);
  expect((await add(ada, conversation, { agentId: agent.agentId })).status).toBe(200);
  expect(await joined(conversation)).toEqual([]);
  expect((await messagesOf(ben, conversation)).map(({ body }) => body)).toEqual(['“Echo” joined the conversation.']);
});

test('opening a room tells nobody, and letting in who is there already neither', async () => {
  const conversation = await openConversation(ada, agent, [ben]);
  expect((await add(ada, conversation, { userId: ben.userId })).status).toBe(200);
  expect(await joined(conversation)).toEqual([]);
  expect(await messagesOf(ada, conversation)).toEqual([]);
});

test('a paused agent is told nothing, and the room still is', async () => {
  const conversation = await openConversation(ada, agent);
  await ada.post(`/v1/agents/${agent.agentId}/pause`);
  await add(ada, conversation, { userId: cyd.userId });
  expect(await joined(conversation)).toEqual([]);
  expect((await messagesOf(cyd, conversation)).map(({ body }) => body)).toEqual(['“Cyd” joined the conversation.']);
});

test('a person who leaves is a message of the conversation and no delivery', async () => {
  const conversation = await openConversation(ada, agent, [ben]);
  expect((await ben.del(`/v1/conversations/${conversation}/members/${ben.userId}`)).status).toBe(204);
  expect((await messagesOf(ada, conversation)).map(({ body }) => body)).toEqual(['“Ben” left the conversation.']);
  expect(await joined(conversation)).toEqual([]);
});
