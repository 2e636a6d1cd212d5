import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import type { Answer, Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { giveTask, readTask, updateTask } from './task.ts';

const server = useServer();
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

/** Returns a task in a state, and a function with which its agent updates it. */
async function taskIn(state: string) {
  const { item, deliveries } = await giveTask(ada, conversation);
  const deliveryId: string = deliveries[0].deliveryId;
  const update = (status: string, more?: Json, signing = {}): Promise<Answer> =>
    updateTask(agent, deliveryId, status, more, signing);
  if (state === 'cancelled') await ada.post(`/v1/tasks/${item.taskId}/cancel`);
  // The update that leads to this state is signed a second earlier, so that repeating it is not a replay.
  else if (state !== 'assigned') await update(state, {}, { unix: agent.unix() - 1 });
  const read = () => readTask(ada, item.taskId);
  expect((await read()).status).toBe(state);
  return { taskId: item.taskId as string, deliveryId, update, read };
}

const asked = ['in_progress', 'awaiting_approval', 'completed', 'failed'];
const legal: Record<string, string[]> = {
  assigned: asked,
  in_progress: asked,
  awaiting_approval: asked,
  completed: [],
  failed: [],
  cancelled: [],
};
const moves = Object.keys(legal).flatMap((from) =>
  asked.map((to) => ({ from, to, allowed: legal[from]!.includes(to) })),
);

describe('§5 States and transitions: the moves of a task', () => {
  it.each(moves.filter((move) => move.allowed))('$from → $to is taken', async ({ from, to }) => {
    const task = await taskIn(from);
    const answer = await task.update(to);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ applied: from !== to, status: to });
    expect((await task.read()).status).toBe(to);
  });

  it.each(moves.filter((move) => !move.allowed))('$from → $to is refused', async ({ from, to }) => {
    const task = await taskIn(from);
    const before = await messagesOf(ada, conversation, '?limit=1');
    expectRefusal(await task.update(to, { note: 'too late' }), 409, 'illegal_task_transition');
    const after = await task.read();
    expect(after).toMatchObject({ status: from });
    expect(JSON.stringify(after)).not.toContain('too late');
    expect(await messagesOf(ada, conversation, '?limit=1')).toEqual(before);
  });

  it.each(['created', 'assigned', 'cancelled', 'paused', '', null, 7])('no agent may ask for %j', async (status) => {
    const task = await taskIn('assigned');
    expectRefusal(await task.update(status as string), 400, 'malformed_request', '/status');
  });

  it('to two ends at once has one winner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const task = await taskIn('assigned');
      const answers = await Promise.all([task.update('completed'), task.update('failed')]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409]);
      const winner = answers.find((answer) => answer.status === 202);
      expect((await task.read()).status).toBe(winner?.body.status);
    }
  });
});

describe('§5 Task update request: what an update carries', () => {
  it('is blocks, which become a message of the agent', async () => {
    const task = await taskIn('assigned');
    const blocks = [{ type: 'progress', label: 'Watering', percent: 50 }];
    expect((await task.update('in_progress', { blocks })).status).toBe(202);
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    expect(newest).toMatchObject({ author: { type: 'agent', id: agent.agentId }, blocks });
  });

  it('is a note, which alone becomes a task_update block', async () => {
    const task = await taskIn('assigned');
    await task.update('in_progress', { note: 'half way' });
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    const block = { type: 'task_update', task_id: task.taskId, status: 'in_progress', note: 'half way' };
    expect(newest.blocks).toEqual([block]);
    expect((await task.read()).note).toBe('half way');
  });

  it('is signalled to those in the room', async () => {
    const task = await taskIn('assigned');
    const signals = await openSignals(server, ada);
    await task.update('completed');
    await signals.awaitSignal('taskUpdated', { taskId: task.taskId, conversationId: conversation });
    signals.close();
  });

  it('is recorded also where the state does not move', async () => {
    const task = await taskIn('in_progress');
    const answer = await task.update('in_progress', { note: 'still at it', blocks: [{ type: 'text', text: 'wet' }] });
    expect(answer.body).toEqual({ applied: false, status: 'in_progress' });
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    expect(newest.blocks).toContainEqual({ type: 'text', text: 'wet' });
    expect((await task.read()).note).toBe('still at it');
  });

  it('is refused as a whole where a block is', async () => {
    const task = await taskIn('assigned');
    const before = await messagesOf(ada, conversation, '?limit=1');
    const answer = await task.update('completed', { blocks: [{ type: 'text', text: 'a' }, { type: 'hologram' }] });
    expectRefusal(answer, 400, 'block_invalid');
    expect(answer.body.error).toMatchObject({ path: expect.stringMatching(/^\/blocks\/1/), reason: 'unknown_type' });
    expect((await task.read()).status).toBe('assigned');
    expect(await messagesOf(ada, conversation, '?limit=1')).toEqual(before);
  });

  it('is never a task’s id', async () => {
    const task = await taskIn('assigned');
    const answer = await task.update('completed', { task_id: task.taskId });
    expectRefusal(answer, 400, 'malformed_request', '/task_id');
  });

  it.each([
    [{ version: '2' }, '/version'],
    [{ version: undefined }, '/version'],
    [{ note: 7 }, '/note'],
    [{ blocks: 'text' }, '/blocks'],
    [{ colour: 'red' }, '/colour'],
  ])('is refused with %j', async (change, path) => {
    const task = await taskIn('assigned');
    expectRefusal(await task.update('completed', change), 400, 'malformed_request', path);
  });
});

describe('§5 the delivery that an update names', () => {
  it('is one with a task, one’s own and there', async () => {
    const other = await registerAgent(server, ada);
    const { deliveryId } = await taskIn('assigned');
    const answers = [
      await updateTask(agent, await deliver(ada, conversation, 'no task'), 'completed'),
      await updateTask(agent, nobody('dlv'), 'completed'),
      await updateTask(other, deliveryId, 'completed'),
    ];
    for (const answer of answers) expectRefusal(answer, 404, 'delivery_not_found');
  });

  it('is not one of a room that the agent has left', async () => {
    const own = await openConversation(ada, agent);
    const { deliveries } = await giveTask(ada, own);
    await ada.del(`/v1/conversations/${own}/members/${agent.agentId}`);
    expectRefusal(await updateTask(agent, deliveries[0].deliveryId, 'completed'), 404, 'delivery_not_found');
  });

  it('may be replied to as well, with any number of updates', async () => {
    const task = await taskIn('assigned');
    expect((await agent.reply(task.deliveryId, 'I begin')).status).toBe(202);
    for (let index = 0; index < 25; index += 1)
      expect((await task.update('in_progress', { note: `plant ${index}` })).status).toBe(202);
  });

  it('of the cancellation leads to the same, cancelled task', async () => {
    const inbox = await openInbox(agent);
    const task = await taskIn('cancelled');
    const fits = (envelope: Json) => envelope.task_id === task.taskId;
    const { delivery_id: deliveryId } = await inbox.awaitEnvelope('task.cancelled', fits);
    expectRefusal(await updateTask(agent, deliveryId, 'completed'), 409, 'illegal_task_transition');
    expect((await agent.reply(deliveryId, 'as you wish')).status).toBe(202);
    inbox.close();
  });
});

describe('§1 Idempotency-Key on task updates', () => {
  it('gives the first answer again, though signed at another second', async () => {
    const task = await taskIn('assigned');
    const signing = { key: 'u1' };
    const first = await task.update('completed', { note: 'done' }, signing);
    const second = await task.update('completed', { note: 'done' }, { ...signing, unix: agent.unix() - 1 });
    expect(first.status).toBe(202);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await task.read()).history.filter((entry: Json) => entry.status === 'completed')).toHaveLength(1);
  });

  it('refuses the key with another body', async () => {
    const task = await taskIn('assigned');
    await task.update('in_progress', {}, { key: 'u2' });
    expectRefusal(await task.update('completed', {}, { key: 'u2' }), 422, 'idempotency_key_reused');
  });
});
