import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { refusalOf, type Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';
import { giveTask, readTask, updateTask } from './task.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let conversation: string;
let inbox: Inbox;

beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  inbox = await openInbox(agent);
});

const post = (body: Json, headers = {}) => ada.post(`/v1/conversations/${conversation}/tasks`, body, headers);
const envelopeOf = (event: string, taskId: string) =>
  inbox.awaitEnvelope(event, (envelope) => envelope.task_id === taskId);
const cancel = (taskId: string, person = ada) => person.post(`/v1/tasks/${taskId}/cancel`);

describe('§7 giving a task', () => {
  it('answers with the task, assigned, and its delivery', async () => {
    const answer = await post({ title: 'Water the plants', instructions: 'All of them, please.' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: {
        taskId: expect.stringMatching(idOf('tsk')),
        conversationId: conversation,
        agentId: agent.agentId,
        title: 'Water the plants',
        instructions: 'All of them, please.',
        status: 'assigned',
        note: null,
        createdAt: expect.stringMatching(time),
        updatedAt: expect.stringMatching(time),
      },
      deliveries: [expect.objectContaining({ agentId: agent.agentId, deliveryId: expect.stringMatching(idOf('dlv')) })],
    });
  });

  it('delivers task.assigned with its id and the instructions', async () => {
    const { item, deliveries } = await giveTask(ada, conversation, { instructions: 'Water only the cactus.' });
    const envelope = await envelopeOf('task.assigned', item.taskId);
    expect(envelope).toMatchObject({ delivery_id: deliveries[0].deliveryId, conversation_id: conversation });
    expect(envelope.user.id).toBe(ada.userId);
    expect(envelope.messages.map((message: Json) => message.text).join()).toContain('Water only the cactus.');
  });

  it.each([
    [{ title: '' }, '/title'],
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ title: 7 }, '/title'],
    [{ instructions: '' }, '/instructions'],
    [{ instructions: 'x'.repeat(10_001) }, '/instructions'],
    [{ instructions: undefined }, '/instructions'],
    [{ due: 'tomorrow' }, '/due'],
  ])('refuses %j', async (change, path) => {
    expectRefusal(await post({ title: 'a', instructions: 'b', ...change }), 400, 'malformed_request', path);
  });

  it('takes the longest title and instructions', async () => {
    const answer = await post({ title: 'ö'.repeat(200), instructions: 'ö'.repeat(10_000) });
    expect(answer.status).toBe(201);
  });

  it('is one task for one Idempotency-Key', async () => {
    const body = { title: 'once', instructions: 'only' };
    const key = { 'idempotency-key': 'task' };
    const [first, second] = [await post(body, key), await post(body, key)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expectRefusal(await post({ ...body, title: 'twice' }, key), 422, 'idempotency_key_reused');
  });

  it('is for those in the room', async () => {
    const answer = await bob.post(`/v1/conversations/${conversation}/tasks`, { title: 'a', instructions: 'b' });
    expectRefusal(answer, 404, 'conversation_not_found');
  });

  it('is signalled and can be followed', async () => {
    const signals = await openSignals(server, ada);
    const { item } = await giveTask(ada, conversation);
    const data = await signals.awaitSignal('taskUpdated', { taskId: item.taskId });
    expect(Object.keys(data).sort()).toEqual(['conversationId', 'id', 'occurredAt', 'taskId', 'type']);
    signals.close();
  });
});

describe('§7 reading tasks', () => {
  it('shows a task with its history', async () => {
    const { item, deliveries } = await giveTask(ada, conversation);
    await server.clock.advance(1000);
    await updateTask(agent, deliveries[0].deliveryId, 'in_progress', { note: 'on it' });
    const { history, ...task } = await readTask(ada, item.taskId);
    expect(task).toMatchObject({ ...item, status: 'in_progress', note: 'on it', updatedAt: expect.any(String) });
    expect(task.updatedAt > item.updatedAt).toBe(true);
    for (const entry of history) expect(Object.keys(entry).sort()).toEqual(['at', 'by', 'note', 'status']);
    expect(history.at(-2)).toMatchObject({ status: 'assigned', by: 'platform' });
    expect(history.at(-1)).toEqual({
      status: 'in_progress',
      by: 'agent',
      note: 'on it',
      at: expect.stringMatching(time),
    });
  });

  it('lists tasks, of a room and of a state', async () => {
    const own = await openConversation(ada, agent);
    const [one, two] = [await giveTask(ada, own), await giveTask(ada, own)];
    await updateTask(agent, one.deliveries[0].deliveryId, 'completed');
    const list = async (query: string) =>
      (await ada.get(`/v1/tasks?${query}`)).body.items.map((task: Json) => task.taskId).sort();
    expect(await list(`conversationId=${own}`)).toEqual([one.item.taskId, two.item.taskId].sort());
    expect(await list(`conversationId=${own}&status=completed`)).toEqual([one.item.taskId]);
    expect(await list(`conversationId=${own}&status=assigned`)).toEqual([two.item.taskId]);
    expect(await list(`conversationId=${own}&status=failed`)).toEqual([]);
    expect(await list('limit=200')).toEqual(expect.arrayContaining([one.item.taskId, two.item.taskId]));
  });

  it('gives them page by page', async () => {
    const own = await openConversation(ada, agent);
    const given: string[] = [];
    for (let index = 0; index < 5; index += 1) given.push((await giveTask(ada, own)).item.taskId);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body } = await ada.get(`/v1/tasks?conversationId=${own}&limit=2${more}`);
      expect(body.items.length).toBeLessThanOrEqual(2);
      seen.push(...body.items.map((task: Json) => task.taskId));
      cursor = body.nextCursor;
    }
    expect(seen.sort()).toEqual(given.sort());
  });

  it('refuses a state that is none', async () => {
    expectRefusal(await ada.get('/v1/tasks?status=sleeping'), 400, 'malformed_request');
  });

  it('is for those in the room', async () => {
    const { item } = await giveTask(ada, conversation);
    const [hidden, none] = [await bob.get(`/v1/tasks/${item.taskId}`), await bob.get(`/v1/tasks/${nobody('tsk')}`)];
    expect([hidden.status, none.status]).toEqual([404, 404]);
    expect(refusalOf(hidden)).toEqual(refusalOf(none));
    expect((await bob.get('/v1/tasks')).body.items).toEqual([]);
    expect((await cancel(item.taskId, bob)).status).toBe(404);
    expect((await readTask(ada, item.taskId)).status).toBe('assigned');
  });
});

describe('§7 cancelling a task', () => {
  it('answers with the task and tells the agent', async () => {
    const { item } = await giveTask(ada, conversation, { instructions: 'Never mind the roses.' });
    const answer = await cancel(item.taskId);
    expect(answer.status).toBe(200);
    expect(answer.body.item).toMatchObject({ taskId: item.taskId, status: 'cancelled' });
    const { history } = await readTask(ada, item.taskId);
    expect(history.at(-1)).toMatchObject({ status: 'cancelled', by: 'user' });
    const envelope = await envelopeOf('task.cancelled', item.taskId);
    expect(envelope.messages.map((message: Json) => message.text).join()).toContain('Never mind the roses.');
  });

  it.each(['completed', 'failed'])('is too late where it has %s', async (status) => {
    const { item, deliveries } = await giveTask(ada, conversation);
    await updateTask(agent, deliveries[0].deliveryId, status);
    expectRefusal(await cancel(item.taskId), 409, 'task_already_over');
    expect((await readTask(ada, item.taskId)).status).toBe(status);
  });

  it('is not done twice', async () => {
    const { item } = await giveTask(ada, conversation);
    await cancel(item.taskId);
    expectRefusal(await cancel(item.taskId), 409, 'task_already_over');
    await envelopeOf('task.cancelled', item.taskId);
    expect(inbox.envelopes('task.cancelled').filter((envelope) => envelope.task_id === item.taskId)).toHaveLength(1);
  });

  it('and completing it at the same time have one winner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { item, deliveries } = await giveTask(ada, conversation);
      const [cancelled, completed] = await Promise.all([
        cancel(item.taskId),
        updateTask(agent, deliveries[0].deliveryId, 'completed'),
      ]);
      expect([[200, 409].join(), [409, 202].join()]).toContain([cancelled.status, completed.status].join());
      const { status } = await readTask(ada, item.taskId);
      expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'completed');
    }
  });
});

describe('§10 the envelopes of a task', () => {
  const update = (taskId: string, status: string) => [
    expect.objectContaining({ type: 'task_update', task_id: taskId, status }),
  ];

  it('carry the task as a block of their message, as it stands then', async () => {
    const { item } = await giveTask(ada, conversation);
    const assigned = await envelopeOf('task.assigned', item.taskId);
    expect(assigned.messages).toHaveLength(1);
    expect(assigned.messages[0]).toMatchObject({ text: item.instructions, blocks: update(item.taskId, 'assigned') });
    await cancel(item.taskId);
    const cancelled = await envelopeOf('task.cancelled', item.taskId);
    expect(cancelled.messages[0].blocks).toEqual(update(item.taskId, 'cancelled'));
  });

  it('do so as well where the task waited for its agent', async () => {
    const late = await registerAgent(server, ada);
    const lateConversation = await openConversation(ada, late);
    await ada.post(`/v1/agents/${late.agentId}/pause`);
    const { item } = await giveTask(ada, lateConversation);
    expect(item.status).toBe('created');
    await ada.post(`/v1/agents/${late.agentId}/resume`);
    const lateInbox = await openInbox(late);
    const assigned = await lateInbox.awaitEnvelope('task.assigned');
    expect(assigned.messages[0].blocks).toEqual(update(item.taskId, 'assigned'));
    lateInbox.close();
  });
});
