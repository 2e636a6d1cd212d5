import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { manifest, registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually, quiet } from '../../testing/contract/eventually.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import { openEventStream, type EventStream } from '../../testing/contract/sse.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let stream: EventStream;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent, [ben]);
  stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: ben.cookie });
  await eventually(server, 'the stream', () => stream.frames.length > 0);
  await quiet(server);
  stream.frames.length = 0;
  return () => stream.close();
});

afterAll(() => server.stop());

const told = (type: string) =>
  stream.frames
    .filter(({ event }) => event === type)
    .map(({ data }) => JSON.parse(data) as { conversationId?: string });

test('§3 people in its rooms hear when an agent is paused, resumed and deleted', async () => {
  const path = `/v1/agents/${agent.agentId}`;
  const changes = [() => ada.post(`${path}/pause`), () => ada.post(`${path}/resume`), () => ada.del(path)];
  for (const [index, change] of changes.entries()) {
    await change();
    await eventually(server, 'the signal', () => told('conversationUpdated').length > index);
  }
  expect(told('conversationUpdated').map(({ conversationId }) => conversationId)).toEqual([
    conversation,
    conversation,
    conversation,
  ]);
});

test('a new manifest is told to everyone who has to do with the agent', async () => {
  const next = { manifest: manifest({ handle: agent.handle, name: 'Another name' }) };
  expect((await ada.put(`/v1/agents/${agent.agentId}/manifest`, next)).status).toBe(200);
  const [signal] = await eventually(server, 'the signal', () => {
    const found = told('membershipUpdated');
    return found.length > 0 ? found : null;
  });
  expect(signal).toMatchObject({ agentId: agent.agentId });
});

test('whoever has nothing to do with the agent hears nothing', async () => {
  const other = await registerAgent(server, ada);
  await openConversation(ada, other);
  await ada.post(`/v1/agents/${other.agentId}/pause`);
  await quiet(server);
  expect(stream.frames).toEqual([]);
});
