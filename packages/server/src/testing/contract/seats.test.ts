import { beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from './admin.ts';
import { registerAgent, type Agent } from './agent.ts';
import { openDesk, type Desk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import { showForm } from './form.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliver, deliveryOf, listed, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer } from './speak.ts';
import { giveTask, readTask, updateTask } from './task.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
let bea: Person;
let root: Person;

beforeAll(async () => {
  root = await firstAdmin(server);
  [ada, bea] = await Promise.all([signUp(server, { displayName: 'Ada' }), signUp(server, { displayName: 'Bea' })]);
});

const membersOf = (conversation: string) => `/v1/conversations/${conversation}/members`;
const seat = (conversation: string, agent: Agent, by = ada) =>
  by.post(membersOf(conversation), { agentId: agent.agentId });
const remove = (conversation: string, memberId: string, by = ada) => by.del(`${membersOf(conversation)}/${memberId}`);
const reseat = async (conversation: string, agent: Agent, by = ada) => {
  expect((await remove(conversation, agent.agentId, by)).status).toBe(204);
  expect((await seat(conversation, agent, by)).status).toBe(200);
};
const publicAgent = (change = {}): Promise<Agent> => registerAgent(server, ada, { access: 'public', ...change });

describe('§27 what an agent was sent in an earlier seat', () => {
  it('takes no reply, no failure report and no replay once the agent is seated again', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'before');
    expect((await agent.reply(deliveryId, 'in time')).status).toBe(202);
    await reseat(conversation, agent);
    expectRefusal(await agent.reply(deliveryId, 'too late'), 404, 'delivery_not_found');
    const partial = await agent.reply(deliveryId, 'too late too', { partial: true });
    expectRefusal(partial, 404, 'delivery_not_found');
    const failure = { version: '1', reason: 'no' };
    expectRefusal(await agent.send(`/hooks/v1/deliveries/${deliveryId}/failure`, failure), 404, 'delivery_not_found');
    expectRefusal(await agent.send(`/hooks/v1/deliveries/${deliveryId}`), 404, 'delivery_not_found');
    const replay = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${deliveryId}/replay`);
    expectRefusal(replay, 409, 'delivery_body_erased');
    expect((await agent.reply(await deliver(ada, conversation, 'after'), 'here again')).status).toBe(202);
  });

  it('gives no tool, also where the call was made before and waits for a decision', async () => {
    const desk = await openDesk(server, ['clock.read', 'coin.charge']);
    const { person, agent, conversation } = desk;
    const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    await reseat(conversation, agent, person);
    expectRefusal(await desk.invoke('clock.now'), 404, 'delivery_not_found');
    expectRefusal(await desk.resolve(approvalId, 'approved'), 409, 'approval_conflict');
    expect(await desk.result(invocationId)).toMatchObject({ outcome: 'denied' });
    expect(await desk.balance()).toBe(100);
  });

  it('moves no task', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const { deliveries } = await giveTask(ada, conversation);
    await reseat(conversation, agent);
    expectRefusal(await updateTask(agent, deliveries[0].deliveryId, 'completed'), 404, 'delivery_not_found');
  });
});

describe('§27 seats', () => {
  it('are kept by seating the agent that sits there: 200, and nothing changes', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'hello');
    const { status, body } = await seat(conversation, agent);
    expect(status).toBe(200);
    expect(body.item.agentMembers).toEqual([{ agentId: agent.agentId, handle: agent.handle, name: agent.name }]);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
    expect((await agent.reply(deliveryId, 'still here')).status).toBe(202);
  });

  it('are free at once when their agent was deleted, and kept by one that is paused', async () => {
    const [gone, next] = await Promise.all([publicAgent(), publicAgent()]);
    const conversation = await openConversation(ada, gone);
    await ada.post(`/v1/agents/${gone.agentId}/pause`);
    expectRefusal(await seat(conversation, next), 409, 'agent_already_seated');
    await ada.del(`/v1/agents/${gone.agentId}`);
    expectRefusal(await seat(conversation, gone), 404, 'agent_not_found');
    const { status, body } = await seat(conversation, next);
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ kind: 'direct', agentStatus: 'live' });
    expect(body.item.agentMembers).toMatchObject([{ agentId: next.agentId }]);
    expect((await next.reply(await deliver(ada, conversation, 'hello'), 'hi')).status).toBe(202);
  });
});

describe('§27 schedules end for good', () => {
  const path = (conversation: string) => `/v1/conversations/${conversation}/schedules`;
  const plan = async (person: Person, conversation: string) => {
    const answer = await person.post(path(conversation), { cron: '0 9 1 1 *', text: 'Good morning' });
    expect(answer.status).toBe(201);
  };
  const planned = async (conversation: string): Promise<Json[]> => (await ada.get(path(conversation))).body.items;

  it('when their agent leaves, also if it comes back', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    await plan(ada, conversation);
    await reseat(conversation, agent);
    expect(await planned(conversation)).toEqual([]);
  });

  it('when their creator leaves, also if they come back, and those of others stay', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent, [bea]);
    await plan(ada, conversation);
    await plan(bea, conversation);
    expect((await remove(conversation, bea.userId)).status).toBe(204);
    expect(await planned(conversation)).toHaveLength(1);
    expect((await ada.post(membersOf(conversation), { userId: bea.userId })).status).toBe(200);
    expect(await planned(conversation)).toHaveLength(1);
  });

  it.each([
    ['disabled', (person: Person) => root.patch(`/v1/admin/people/${person.userId}`, { status: 'disabled' }), 200],
    ['erased', (person: Person) => person.post('/v1/session/erase', { confirm: person.handle }), 202],
  ])('when their creator is %s, and those of others stay', async (_what, end, status) => {
    const cy = await signUp(server);
    const conversation = await openConversation(ada, await publicAgent(), [cy]);
    await plan(ada, conversation);
    await plan(cy, conversation);
    expect(await planned(conversation)).toHaveLength(2);
    expect((await end(cy)).status).toBe(status);
    expect(await planned(conversation)).toMatchObject([{ createdBy: { type: 'user', id: ada.userId } }]);
  });

  it('when their agent is deleted', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    await plan(ada, conversation);
    await ada.del(`/v1/agents/${agent.agentId}`);
    expect(await planned(conversation)).toEqual([]);
  });
});

describe('§27 who left', () => {
  it('lends no tool: 403, and nobody is asked for the scope', async () => {
    const desk = await openDesk(server, ['clock.read']);
    const { person, conversation } = desk;
    await person.post(membersOf(conversation), { userId: bea.userId });
    expect((await person.del(`${membersOf(conversation)}/${person.userId}`)).status).toBe(204);
    expectRefusal(await desk.invoke('clock.now'), 403, 'scope_not_granted');
    expect((await desk.agent.reply(desk.deliveryId, 'an answer all the same')).status).toBe(202);
  });

  it('has no agent called', async () => {
    const [caller, called] = await Promise.all([publicAgent(), publicAgent()]);
    const conversation = await openConversation(ada, caller, [bea]);
    await openConversation(bea, called);
    const deliveryId = await deliver(bea, conversation, 'ask');
    await bea.del(`${membersOf(conversation)}/${bea.userId}`);
    const answer = await caller.reply(deliveryId, 'help', { to_agent_id: called.agentId });
    expectRefusal(answer, 409, 'agent_call_no_shared_room');
  });

  it.each(['leaves a room of others', 'is the last to leave'])(
    'has approvals that wait denied as they leave: a person who %s',
    async (which) => {
      const desk = await openDesk(server, ['coin.charge']);
      const { person, conversation } = desk;
      const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
      if (which !== 'is the last to leave') await person.post(membersOf(conversation), { userId: bea.userId });
      await person.del(`${membersOf(conversation)}/${person.userId}`);
      expect((await person.get(`/v1/approvals/${approvalId}`)).body.item.state).toBe('denied');
      expectRefusal(await desk.resolve(approvalId, 'approved'), 409, 'approval_conflict');
      expect(await desk.result(invocationId)).toMatchObject({ outcome: 'denied' });
      if (which === 'is the last to leave') return;
      const lines = (await messagesOf(bea, conversation)).map(({ body }) => body);
      expect(lines).toContainEqual('“Bea Example” left before deciding');
    },
  );
});

describe('§27 an approval that waits where nothing would come of it', () => {
  it.each([
    [
      'its agent is removed',
      ({ person, conversation, agent }: Desk) => person.del(`${membersOf(conversation)}/${agent.agentId}`),
    ],
    ['its room is deleted', ({ person, conversation }: Desk) => person.del(`/v1/conversations/${conversation}`)],
  ])('is denied as %s', async (_what, end) => {
    const desk = await openDesk(server, ['coin.charge']);
    const { approvalId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    expect((await end(desk)).status).toBe(204);
    const { item } = (await desk.person.get(`/v1/approvals/${approvalId}`)).body;
    expect([item.state, item.resolvedAt]).toEqual(['denied', expect.any(String)]);
    expect((await desk.person.get('/v1/approvals?state=pending')).body.items).toEqual([]);
    expectRefusal(await desk.resolve(approvalId, 'approved'), 409, 'approval_conflict');
    expect(await desk.balance()).toBe(await desk.balance(await signUp(server)));
  });
});

describe('§27 a charge that is approved while its agent takes no part', () => {
  const suspend = ({ agent }: Desk, suspended: boolean) =>
    root.patch(`/v1/admin/agents/${agent.agentId}`, { suspended, ...(suspended && { reason: 'Odd' }) });

  it.each([
    [
      'paused',
      ({ owner, agent }: Desk, on: boolean) => owner.post(`/v1/agents/${agent.agentId}/${on ? 'pause' : 'resume'}`),
    ],
    ['suspended by an administrator', suspend],
  ])('is denied at the run: an agent that is %s', async (_what, turn) => {
    const desk = await openDesk(server, ['coin.charge']);
    const { approvalId, invocationId } = await desk.ask('coin.charge', { amount: 5, reason: 'tea' });
    expect((await turn(desk, true)).status).toBe(200);
    expect((await desk.resolve(approvalId, 'approved')).status).toBe(200);
    await quiet(server);
    expect((await turn(desk, false)).status).toBe(200);
    desk.inbox.close();
    const inbox = await openInbox(desk.agent);
    const result = await inbox.awaitEnvelope(
      'tool.result',
      ({ tool_result }) => tool_result.invocation_id === invocationId,
    );
    expect(result.tool_result).toMatchObject({ outcome: 'denied', content: { code: 'denied_by_policy' } });
    expect(await desk.balance()).toBe(100);
    inbox.close();
  });
});

describe('§27 answers to a form that could not arrive', () => {
  it.each(['blocks the agent', 'removes the agent'])('are none, once the person %s', async (what) => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const form = await showForm(agent, ada, conversation);
    expect((await form.submit(ada, { size: 'L' })).status).toBe(201);
    expect(await form.stateFor(ada)).toEqual({ answered: true });
    if (what === 'blocks the agent') await prefer(ada, agent, { blocked: true });
    else await remove(conversation, agent.agentId);
    expect(await form.stateFor(ada)).toEqual({ answered: false });
    expectRefusal(await form.submit(ada, { size: 'L' }), 404, 'form_not_answerable');
    if (what === 'blocks the agent') await prefer(ada, agent, { blocked: false });
    else await seat(conversation, agent);
    expect((await form.submit(ada, { size: 'M' })).status).toBe(201);
    const inbox = await openInbox(agent);
    const { form_submission } = await inbox.awaitEnvelope('form.submitted');
    expect(form_submission.values).toEqual({ size: 'M' });
    expect(inbox.envelopes('form.submitted')).toHaveLength(1);
    inbox.close();
  });

  it('count where they arrived before', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const form = await showForm(agent, ada, conversation);
    const inbox = await openInbox(agent);
    await form.submit(ada, { size: 'L' });
    const { delivery_id: deliveryId } = await inbox.awaitEnvelope('form.submitted');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    await reseat(conversation, agent);
    expectRefusal(await form.submit(ada, { size: 'M' }), 409, 'form_already_answered');
    inbox.close();
  });
});

describe('§27 a task that does not reach its agent', () => {
  const failedTask = (taskId: string) =>
    eventually(server, 'the task to fail', async () => {
      const task = await readTask(ada, taskId);
      return task.status === 'failed' ? task : undefined;
    });

  it('fails by the platform once it is withdrawn', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const { item } = await giveTask(ada, conversation);
    await prefer(ada, agent, { blocked: true });
    const { history, note } = await failedTask(item.taskId);
    expect(note).toMatch(/\S/);
    expect(history.at(-1)).toMatchObject({ status: 'failed', by: 'platform', note });
  });

  it('fails by the platform once its last attempt has failed', async () => {
    const hook = await startWebhook(server);
    hook.answer(() => ({ status: 400 }));
    const agent = await publicAgent({ transport: 'webhook', webhook_url: hook.url });
    const conversation = await openConversation(ada, agent);
    const { item, deliveries } = await giveTask(ada, conversation);
    const { deliveryId } = deliveries[0];
    for (let hour = 0; hour < 20 && (await deliveryOf(agent, deliveryId)).nextAttemptAt !== null; hour += 1)
      await server.clock.leap(3_600_000);
    expect((await failedTask(item.taskId)).history.at(-1)).toMatchObject({ status: 'failed', by: 'platform' });
  });

  it('stays assigned where the agent took it', async () => {
    const agent = await publicAgent();
    const conversation = await openConversation(ada, agent);
    const inbox = await openInbox(agent);
    const { item } = await giveTask(ada, conversation);
    const { delivery_id: deliveryId } = await inbox.awaitEnvelope('task.assigned');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered' });
    await prefer(ada, agent, { blocked: true });
    await quiet(server);
    expect((await readTask(ada, item.taskId)).status).toBe('assigned');
    inbox.close();
  });
});

describe('§27 the log of a delivery that a room’s end has ended', () => {
  it('shows room_ended, whether the room went or the agent was removed', async () => {
    const agent = await publicAgent();
    const [closed, left] = await Promise.all([openConversation(ada, agent), openConversation(ada, agent)]);
    const ended = [await deliver(ada, closed, 'one'), await deliver(ada, left, 'two')];
    await ada.del(`/v1/conversations/${closed}`);
    await remove(left, agent.agentId);
    for (const deliveryId of ended) {
      const { status, nextAttemptAt, attempts } = await deliveryOf(agent, deliveryId);
      expect([status, nextAttemptAt]).toEqual(['failed', null]);
      expect(attempts.at(-1)).toMatchObject({ outcome: 'room_ended', error: expect.stringMatching(/\S/) });
    }
  });
});

describe('§27 rooms', () => {
  it('are opened with at most 50 people: 400 at /userIds', async () => {
    const userIds = Array.from({ length: 51 }, () => bea.userId);
    const refused = await ada.post('/v1/conversations', { userIds });
    expectRefusal(refused, 400, 'malformed_request');
    expect(refused.body.error.path).toBe('/userIds');
    expect((await ada.post('/v1/conversations', { userIds: userIds.slice(1) })).status).toBe(201);
  });

  it('show their new agent in the list', async () => {
    const [gone, next] = await Promise.all([publicAgent(), publicAgent()]);
    const conversation = await openConversation(ada, gone);
    await ada.del(`/v1/agents/${gone.agentId}`);
    await seat(conversation, next);
    expect((await listed(ada, conversation)).agentStatus).toBe('live');
  });
});
