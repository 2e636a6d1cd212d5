import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { envelopeSchema } from '@parley/protocol';
import { janitorJobs } from '../../runtime/janitor-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { idOf, nobody, time } from '../../testing/contract/shapes.ts';
import { openEventStream } from '../../testing/contract/sse.ts';
import { giveTask, readTask, updateTask } from '../../testing/contract/task.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server, { displayName: 'Ada', locale: 'de-CH', timezone: 'Europe/Zurich' });
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
});

beforeEach(async () => {
  conversation = await openConversation(ada, agent, [ben]);
});

afterAll(() => server.stop());

async function envelopeOf(deliveryId: string): Promise<Json> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from deliveries where delivery_id = ${deliveryId}`.execute(server.app.storage.db);
  return JSON.parse(rows[0]?.body.toString() ?? 'null');
}

async function envelopesOf(event: string): Promise<Json[]> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from deliveries where event = ${event} and conversation_id = ${conversation}
    order by delivery_id`.execute(server.app.storage.db);
  return rows.map(({ body }) => JSON.parse(body.toString()));
}

describe('a new task', () => {
  test('§7 is assigned as soon as its delivery is queued, and its history says so', async () => {
    const { item, deliveries } = await giveTask(ada, conversation);
    expect(item).toEqual({
      taskId: expect.stringMatching(idOf('tsk')),
      conversationId: conversation,
      agentId: agent.agentId,
      title: 'Water the plants',
      instructions: 'All of them, please.',
      status: 'assigned',
      note: null,
      createdAt: expect.stringMatching(time),
      updatedAt: expect.stringMatching(time),
    });
    const queued = { agentId: agent.agentId, deliveryId: expect.stringMatching(/^dlv_/) };
    expect(deliveries).toEqual([{ ...queued, dispatchedAt: null, status: 'pending' }]);
    const { history, ...rest } = await readTask(ben, item.taskId);
    expect(rest).toEqual(item);
    expect(history).toEqual([
      { status: 'created', at: item.createdAt, by: 'platform', note: null },
      { status: 'assigned', at: item.createdAt, by: 'platform', note: null },
    ]);
  });

  test('reaches the agent as task.assigned with the instructions', async () => {
    const { item, deliveries } = await giveTask(ada, conversation);
    const envelope = await envelopeOf(deliveries[0].deliveryId);
    expect(envelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope).toMatchObject({
      event: 'task.assigned',
      task_id: item.taskId,
      user: { id: ada.userId, locale: 'de-CH', timezone: 'Europe/Zurich' },
      messages: [{ author: 'user', author_id: ada.userId, text: 'All of them, please.' }],
    });
  });

  test('is a message of the conversation, which its sender sees delivered and the title of which can be read', async () => {
    const { item } = await giveTask(ada, conversation);
    const [message] = await messagesOf(ada, conversation);
    expect(message).toMatchObject({
      author: { type: 'user', id: ada.userId },
      body: 'All of them, please.',
      blocks: [{ type: 'task_update', task_id: item.taskId, status: 'assigned', note: 'Water the plants' }],
      deliveries: [{ agentId: agent.agentId }],
    });
    expect((await envelopesOf('task.assigned'))[0].messages[0].id).toBe(message.messageId);
  });

  test('is given once for one Idempotency-Key', async () => {
    const path = `/v1/conversations/${conversation}/tasks`;
    const body = { title: 'Once', instructions: 'Only once.' };
    const send = () => ada.post(path, body, { 'idempotency-key': 'one' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await envelopesOf('task.assigned')).toHaveLength(1);
    const other = await ada.post(path, { ...body, title: 'Twice' }, { 'idempotency-key': 'one' });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('States and transitions: waits as created while the agent is paused, and is assigned when it is resumed', async () => {
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    const { item, deliveries } = await giveTask(ada, conversation);
    expect([item.status, deliveries]).toEqual(['created', []]);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    const assigned = await eventually(server, 'the task to be assigned', async () => {
      const task = await readTask(ada, item.taskId);
      return task.status === 'assigned' && task;
    });
    expect(assigned.history.map((entry: Json) => [entry.status, entry.by])).toEqual([
      ['created', 'platform'],
      ['assigned', 'platform'],
    ]);
    const [envelope] = await envelopesOf('task.assigned');
    expect(envelope).toMatchObject({ task_id: item.taskId, messages: [{ text: 'All of them, please.' }] });
    expect((await updateTask(agent, envelope.delivery_id, 'completed')).body).toMatchObject({ applied: true });
  });

  test('is refused in a room without an agent, with a blocked agent, and in a room of others', async () => {
    const give = async (person: Person, where: string) => {
      const { status, body } = await person.post(`/v1/conversations/${where}/tasks`, { title: 'A', instructions: 'B' });
      return [status, body.error.code];
    };
    expect(await give(ada, await openConversation(ada, null, [ben]))).toEqual([404, 'agent_not_found']);
    const stranger = await signUp(server);
    for (const where of [conversation, nobody('cnv'), 'nowhere']) {
      expect(await give(stranger, where)).toEqual([404, 'conversation_not_found']);
    }
    await ben.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true });
    expect(await give(ben, conversation)).toEqual([403, 'agent_blocked']);
    await ben.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: false });
  });

  test.each([
    ['/title', { title: '' }],
    ['/title', { title: 'x'.repeat(201) }],
    ['/title', { title: 'two\nlines' }],
    ['/instructions', { instructions: '' }],
    ['/instructions', { instructions: 'x'.repeat(10_001) }],
    ['/instructions', { instructions: undefined }],
    ['/deadline', { deadline: 'now' }],
  ])('is refused with the path %s for %j', async (path, change) => {
    const body = { title: 'A', instructions: 'B', ...change };
    const { status, body: answer } = await ada.post(`/v1/conversations/${conversation}/tasks`, body);
    expect([status, answer.error.code, answer.error.path]).toEqual([400, 'malformed_request', path]);
  });
});

describe('the list of tasks', () => {
  test('is narrowed by room and status, newest first, in pages', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.unshift((await giveTask(ada, conversation)).item.taskId);
    const elsewhere = await openConversation(ada, agent);
    await giveTask(ada, elsewhere);
    await ada.post(`/v1/tasks/${ids[1]}/cancel`);
    const list = async (query: string) =>
      (await ben.get(`/v1/tasks?${query}`)).body.items.map((task: Json) => task.taskId);
    expect(await list(`conversationId=${conversation}`)).toEqual(ids);
    expect(await list(`conversationId=${conversation}&status=cancelled`)).toEqual([ids[1]]);
    const first = (await ben.get(`/v1/tasks?conversationId=${conversation}&limit=2`)).body;
    expect(first.items).toHaveLength(2);
    expect(await list(`conversationId=${conversation}&limit=2&cursor=${first.nextCursor}`)).toEqual([ids[2]]);
    expect(
      (await ben.get('/v1/tasks?limit=200')).body.items.some((task: Json) => task.conversationId === elsewhere),
    ).toBe(false);
  });

  test('knows nothing of rooms and tasks of others', async () => {
    const { item } = await giveTask(ada, conversation);
    const stranger = await signUp(server);
    expect((await stranger.get(`/v1/tasks?conversationId=${conversation}`)).body.error.code).toBe(
      'conversation_not_found',
    );
    expect((await stranger.get('/v1/tasks')).body).toEqual({ items: [], nextCursor: null });
    for (const path of [`/v1/tasks/${item.taskId}`, `/v1/tasks/${nobody('tsk')}`, '/v1/tasks/none']) {
      const { status, body } = await stranger.get(path);
      expect([status, body.error.code]).toEqual([404, 'task_not_found']);
    }
    expect((await stranger.post(`/v1/tasks/${item.taskId}/cancel`)).body.error.code).toBe('task_not_found');
    expect((await ada.get('/v1/tasks?status=done')).body.error.code).toBe('malformed_request');
  });
});

describe('cancelling', () => {
  test('ends the task, tells the agent with the instructions, and is a message of the conversation', async () => {
    const { item } = await giveTask(ada, conversation);
    const answer = await ada.post(`/v1/tasks/${item.taskId}/cancel`);
    expect([answer.status, answer.body.item.status]).toEqual([200, 'cancelled']);
    const [envelope] = await envelopesOf('task.cancelled');
    expect(envelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope).toMatchObject({ task_id: item.taskId, messages: [{ text: 'All of them, please.' }] });
    expect((await messagesOf(ben, conversation)).at(-1)).toMatchObject({
      author: { type: 'platform' },
      body: '“Ada” cancelled the task “Water the plants”.',
      blocks: [{ type: 'task_update', task_id: item.taskId, status: 'cancelled' }],
    });
    const { history } = await readTask(ada, item.taskId);
    expect(history.at(-1)).toMatchObject({ status: 'cancelled', by: 'user' });
    const late = await updateTask(agent, envelope.delivery_id, 'completed');
    expect([late.status, late.body.error.code]).toEqual([409, 'illegal_task_transition']);
  });

  test('is refused once the task is over', async () => {
    const { item, deliveries } = await giveTask(ada, conversation);
    await updateTask(agent, deliveries[0].deliveryId, 'failed');
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ada.post(`/v1/tasks/${item.taskId}/cancel`);
      expect([status, body.error.code]).toEqual([409, 'task_already_over']);
    }
    expect(await envelopesOf('task.cancelled')).toHaveLength(0);
  });

  test('is for who gave the task and who opened the room', async () => {
    const carla = await signUp(server);
    await ada.post(`/v1/conversations/${conversation}/members`, { userId: carla.userId });
    const cancel = async (person: Person, taskId: string) => (await person.post(`/v1/tasks/${taskId}/cancel`)).status;
    const first = (await giveTask(ben, conversation)).item.taskId;
    expect(await cancel(carla, first)).toBe(403);
    expect(await cancel(ben, first)).toBe(200);
    expect(await cancel(ada, (await giveTask(ben, conversation)).item.taskId)).toBe(200);
  });

  test('queues nothing for an agent that never heard of the task', async () => {
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    const { item } = await giveTask(ada, conversation);
    expect((await ada.post(`/v1/tasks/${item.taskId}/cancel`)).status).toBe(200);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    expect(await envelopesOf('task.cancelled')).toHaveLength(0);
    expect((await readTask(ada, item.taskId)).status).toBe('cancelled');
  });
});

describe('a task whose agent has left or is gone', () => {
  const sweep = async () => {
    for (const job of janitorJobs(server.app)) await job.run(server.app.storage.db, new Date(server.clock.now()), 100);
  };

  test('fails, by the platform', async () => {
    const { item } = await giveTask(ada, conversation);
    const passing = await registerAgent(server, ada);
    const other = (await giveTask(ada, await openConversation(ada, passing))).item;
    const kept = (await giveTask(ada, await openConversation(ada, agent))).item;
    await ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    await ada.del(`/v1/agents/${passing.agentId}`);
    await sweep();
    for (const { taskId } of [item, other]) {
      const task = await readTask(ada, taskId);
      expect(task).toMatchObject({ status: 'failed', note: 'The agent left the conversation.' });
      expect(task.history.at(-1)).toMatchObject({ status: 'failed', by: 'platform' });
    }
    expect((await readTask(ada, kept.taskId)).status).toBe('assigned');
  });
});

describe('signals', () => {
  test('tell everyone in the room of every change', async () => {
    const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: ben.cookie });
    await eventually(server, 'the stream', () => stream.frames.length > 0);
    const { item, deliveries } = await giveTask(ada, conversation);
    await updateTask(agent, deliveries[0].deliveryId, 'in_progress');
    await ada.post(`/v1/tasks/${item.taskId}/cancel`);
    const told = await eventually(server, 'three signals', () => {
      const found = stream.frames.filter((frame) => frame.event === 'taskUpdated');
      return found.length === 3 ? found : null;
    });
    for (const frame of told)
      expect(JSON.parse(frame.data)).toMatchObject({ taskId: item.taskId, conversationId: conversation });
    stream.close();
  });
});
