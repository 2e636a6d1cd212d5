import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { refusalOf, type Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { nobody } from '../../testing/contract/shapes.ts';
import { giveTask, readTask, updateTask } from '../../testing/contract/task.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let taskId: string;
let deliveryId: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
});

beforeEach(async () => {
  conversation = await openConversation(ada, agent, [ben]);
  const { item, deliveries } = await giveTask(ada, conversation);
  taskId = item.taskId;
  deliveryId = deliveries[0].deliveryId;
});

afterAll(() => server.stop());

const text = (words: string) => ({ type: 'text', text: words });
const linesOfAgent = async () =>
  (await messagesOf(ada, conversation)).filter((message) => message.author.type === 'agent');
const lastNotification = async (person: Person) => (await person.get('/v1/notifications?limit=1')).body.items[0];

describe('an update', () => {
  test('moves the task and answers 202 with applied true', async () => {
    const answer = await updateTask(agent, deliveryId, 'in_progress');
    expect([answer.status, answer.body]).toEqual([202, { applied: true, status: 'in_progress' }]);
    const task = await readTask(ada, taskId);
    expect(task.status).toBe('in_progress');
    expect(task.history.at(-1)).toMatchObject({ status: 'in_progress', by: 'agent', note: null });
    expect(await linesOfAgent()).toHaveLength(0);
  });

  test('that names the present state moves nothing, but keeps its note and its blocks', async () => {
    await updateTask(agent, deliveryId, 'in_progress');
    const answer = await updateTask(agent, deliveryId, 'in_progress', { note: 'Half done.', blocks: [text('Half.')] });
    expect([answer.status, answer.body]).toEqual([202, { applied: false, status: 'in_progress' }]);
    const task = await readTask(ada, taskId);
    expect(task.note).toBe('Half done.');
    expect(task.history.map((entry: Json) => entry.note)).toEqual([null, null, null, 'Half done.']);
    expect((await linesOfAgent()).map((message) => message.blocks)).toEqual([[text('Half.')]]);
  });

  test('that names the present state and says nothing leaves no trace', async () => {
    await updateTask(agent, deliveryId, 'awaiting_approval');
    const before = await readTask(ada, taskId);
    await server.clock.advance(1000);
    expect((await updateTask(agent, deliveryId, 'awaiting_approval')).body.applied).toBe(false);
    expect(await readTask(ada, taskId)).toEqual(before);
  });

  test('has its blocks as a message of the agent, and its note alone as a task_update block', async () => {
    await updateTask(agent, deliveryId, 'in_progress', { blocks: [text('On it.'), text('Really.')] });
    await updateTask(agent, deliveryId, 'completed', { note: 'All watered.' });
    expect((await linesOfAgent()).map(({ blocks, author, partial }) => ({ blocks, id: author.id, partial }))).toEqual([
      { blocks: [text('On it.'), text('Really.')], id: agent.agentId, partial: false },
      {
        blocks: [{ type: 'task_update', task_id: taskId, status: 'completed', note: 'All watered.' }],
        id: agent.agentId,
        partial: false,
      },
    ]);
    expect((await readTask(ada, taskId)).note).toBe('All watered.');
  });

  test('that is illegal is 409 and leaves no trace, blocks included', async () => {
    await updateTask(agent, deliveryId, 'completed');
    const before = await readTask(ada, taskId);
    for (const status of ['completed', 'in_progress', 'failed']) {
      const answer = await updateTask(agent, deliveryId, status, { note: 'Too late.', blocks: [text('Too late.')] });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'illegal_task_transition']);
    }
    expect(await readTask(ada, taskId)).toEqual(before);
    expect(await linesOfAgent()).toHaveLength(0);
  });

  test('does not count towards the 20 final replies', async () => {
    for (let i = 0; i < 21; i++) await updateTask(agent, deliveryId, 'in_progress', { note: `Step ${i}` });
    expect((await agent.reply(deliveryId, 'A reply.')).status).toBe(202);
  });
});

describe('authority', () => {
  const notFound = { code: 'delivery_not_found', path: '/in_reply_to_delivery_id', message: expect.any(String) };

  test('is missing for a delivery without a task, of another agent, or that there is not', async () => {
    const other = await registerAgent(server, ada);
    const plain = await deliver(ada, conversation, 'Hello.');
    const attempts = [
      updateTask(agent, plain, 'completed'),
      updateTask(other, deliveryId, 'completed'),
      updateTask(agent, nobody('dlv'), 'completed'),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect([answer.status, refusalOf(answer)]).toEqual([404, notFound]);
    }
    expect((await readTask(ada, taskId)).status).toBe('assigned');
  });

  test('ends with the agent leaving the room, and with a block', async () => {
    const preferences = `/v1/agents/${agent.agentId}/membership/preferences`;
    await ada.put(preferences, { blocked: true });
    expect((await updateTask(agent, deliveryId, 'completed')).status).toBe(404);
    await ada.put(preferences, { blocked: false });
    await ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    expect((await updateTask(agent, deliveryId, 'completed')).status).toBe(404);
  });
});

describe('a request', () => {
  test.each([
    ['/status', { status: 'assigned' }],
    ['/status', { status: 'cancelled' }],
    ['/status', { status: 'done' }],
    ['/task_id', { task_id: 'tsk_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ['/note', { note: '' }],
    ['/note', { note: 'x'.repeat(10_001) }],
    ['/version', { version: '2' }],
    ['/blocks', { blocks: [] }],
    ['/blocks', { blocks: 'text' }],
  ])('is refused with the path %s for %j', async (path, change) => {
    const answer = await updateTask(agent, deliveryId, 'completed', change);
    expect([answer.status, answer.body.error.code, answer.body.error.path]).toEqual([400, 'malformed_request', path]);
  });

  test.each([
    ['block_invalid', { type: 'nothing' }],
    ['block_invalid', { type: 'approval_request', prompt: 'May I?' }],
    ['intent_requires_partial', { type: 'intent', text: 'I will.' }],
  ])('is refused with %s for a block such as %j, and stores nothing', async (code, block) => {
    const answer = await updateTask(agent, deliveryId, 'completed', { blocks: [text('Good.'), block] });
    expect([answer.status, answer.body.error.code]).toEqual([400, code]);
    expect((await readTask(ada, taskId)).status).toBe('assigned');
    expect(await linesOfAgent()).toHaveLength(0);
  });

  test('under one Idempotency-Key moves once and is answered the same again', async () => {
    const send = () => updateTask(agent, deliveryId, 'completed', { note: 'Done.' }, { key: `once ${deliveryId}` });
    const first = await send();
    const second = await send();
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await linesOfAgent()).toHaveLength(1);
    const other = await updateTask(agent, deliveryId, 'failed', {}, { key: `once ${deliveryId}` });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('that comes again without a key is the same request, and on another route it is refused', async () => {
    const first = await updateTask(agent, deliveryId, 'completed');
    const again = await updateTask(agent, deliveryId, 'completed');
    expect([again.status, again.text]).toEqual([202, first.text]);
    const body = { version: '1', in_reply_to_delivery_id: deliveryId, status: 'completed' };
    expect((await agent.send('/hooks/v1/reply', body)).status).toBe(401);
  });
});

describe('who is notified', () => {
  test('is everyone in the room for what is said, once, with the type task', async () => {
    await updateTask(agent, deliveryId, 'completed', { note: 'Done.' });
    const [message] = await linesOfAgent();
    for (const person of [ada, ben]) {
      expect(await lastNotification(person)).toMatchObject({ type: 'task', messageId: message.messageId });
    }
  });

  test('is who gave the task for an end without a word, and nobody for work that goes on', async () => {
    const before = (await lastNotification(ada))?.notificationId;
    await updateTask(agent, deliveryId, 'in_progress');
    expect((await lastNotification(ada))?.notificationId).toBe(before);
    await updateTask(agent, deliveryId, 'failed');
    expect(await lastNotification(ada)).toMatchObject({ type: 'task', conversationId: conversation, messageId: null });
    expect((await lastNotification(ben))?.conversationId).not.toBe(conversation);
  });
});
