import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { registerAgent, type Agent } from '../testing/contract/agent.ts';
import type { Answer } from '../testing/contract/http.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { deliver, openRoom } from '../testing/contract/room.ts';
import { giveTask, updateTask } from '../testing/contract/task.ts';
import { failingCalls } from '../testing/failing-calls.ts';
import { assignWaiting } from './assign-waiting.ts';
import { fireDue } from './schedules/fire-due.ts';

const calls = failingCalls();
const scope = 'proactive.message';
let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let room: string;

beforeAll(async () => {
  server = await startTestServer({}, calls.wrap);
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada, {
    access: 'request',
    requested_scopes: [{ scope, reason: 'To bring you the news.' }],
  });
});

beforeEach(async () => {
  room = await openRoom(ada, agent, [ben]);
  // The use of a credential is noted once a minute, beside the request that it comes with.
  await agent.send('/hooks/v1/agents/search?q=none');
});

afterAll(() => server.stop());

/** Everything that these calls write, as it stands: one number for each table, and the states of rows that change. */
async function everything(): Promise<string> {
  const { rows } = await sql`
    select (select count(*) from messages) as messages, (select count(*) from deliveries) as deliveries,
           (select count(*) from form_answers) as answers, (select count(*) from notifications) as notifications,
           (select count(*) from task_history) as history, (select count(*) from idempotency_keys) as keys,
           (select array_agg(task_id || status || coalesce(note, '') order by task_id) from tasks) as tasks,
           (select array_agg(schedule_id || next_at::text order by schedule_id) from schedules) as schedules,
           (select array_agg(user_id || state order by user_id) from access_requests) as requests,
           (select array_agg(conversation_id || last_seq order by conversation_id) from conversations) as rooms,
           (select array_agg(user_id || granted_scopes::text || consented_scopes::text order by user_id)
            from memberships) as terms`.execute(server.app.storage.db);
  return JSON.stringify(rows);
}

/**
 * Does it again and again, failing one call to the database further on each time, until it succeeds: then what failed, if
 * anything, was the engine's work afterwards.
 */
async function withEachCallFailing(ask: () => Promise<unknown>): Promise<void> {
  for (let k = 0; k < 60; k += 1) {
    await server.app.engine.idle();
    const before = await everything();
    calls.arm(k);
    const outcome = await ask().catch((error: unknown) => error);
    calls.disarm();
    if (!(outcome instanceof Error) && !(isAnswer(outcome) && outcome.status === 500)) {
      if (isAnswer(outcome)) expect(outcome.status, outcome.text).toBeLessThan(300);
      expect(k).toBeGreaterThanOrEqual(3);
      expect(await everything()).not.toBe(before);
      return;
    }
    if (isAnswer(outcome)) expect(outcome.body.error.code).toBe('internal_error');
    expect(await everything()).toBe(before);
  }
  throw new Error('There is no end of calls.');
}

const isAnswer = (outcome: unknown): outcome is Answer => typeof (outcome as Answer | undefined)?.status === 'number';

it('takes the answers of a form whole or not at all', async () => {
  const form = { type: 'form', form_id: 'f', fields: [{ name: 'a', label: 'A', field_type: 'text' }] };
  const { body } = await agent.reply(await deliver(ada, room, 'Ask me.'), [form]);
  const path = `/v1/conversations/${room}/messages/${body.message_id}/forms/f/submit`;
  await withEachCallFailing(() => ben.post(path, { a: 'b' }));
  expect((await ben.post(path, { a: 'b' })).status).toBe(409);
});

it('gives a task whole or not at all', async () => {
  const task = { title: 'A', instructions: 'B' };
  await withEachCallFailing(() => ada.post(`/v1/conversations/${room}/tasks`, task, { 'idempotency-key': 'task' }));
  expect((await ada.get(`/v1/tasks?conversationId=${room}`)).body.items).toHaveLength(1);
});

it('moves and cancels a task whole or not at all', async () => {
  const { item, deliveries } = await giveTask(ada, room);
  const more = { note: 'On it.' };
  await withEachCallFailing(() =>
    updateTask(agent, deliveries[0].deliveryId, 'in_progress', more, { key: item.taskId }),
  );
  await withEachCallFailing(() => ada.post(`/v1/tasks/${item.taskId}/cancel`));
});

it('assigns what waited for a paused agent whole or not at all', async () => {
  await ada.post(`/v1/agents/${agent.agentId}/pause`);
  const { item } = await giveTask(ada, room);
  const setStatus = (status: string) =>
    sql`update agents set status = ${status} where agent_id = ${agent.agentId}`.execute(server.app.storage.db);
  await setStatus('live');
  await withEachCallFailing(() => assignWaiting(server.app, null, 10));
  const { rows } = await sql`
    select from deliveries where task_id = ${item.taskId} and event = 'task.assigned'`.execute(server.app.storage.db);
  expect(rows).toHaveLength(1);
});

it('adds and fires a schedule whole or not at all', async () => {
  const path = `/v1/conversations/${room}/schedules`;
  await withEachCallFailing(() => ada.post(path, { cron: '0 0 1 1 *', text: 'Happy new year.' }));
  const now = new Date(server.clock.now());
  await sql`update schedules set next_at = ${now} where conversation_id = ${room}`.execute(server.app.storage.db);
  await withEachCallFailing(() => fireDue(server.app));
  const { rows } = await sql`
    select from deliveries where conversation_id = ${room} and event = 'tick.scheduled'`.execute(server.app.storage.db);
  expect(rows).toHaveLength(1);
});

it('sends a proactive message whole or not at all', async () => {
  await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: [scope] });
  const body = { version: '1', conversation_id: room, blocks: [{ type: 'text', text: 'Good morning.' }] };
  await withEachCallFailing(() => agent.send('/hooks/v1/proactive', body, { key: 'morning' }));
});

it('writes a reply and its notifications together', async () => {
  const deliveryId = await deliver(ada, room, 'Hello.');
  await withEachCallFailing(() => agent.reply(deliveryId, 'Hello yourself.', {}, { key: deliveryId }));
});

it('asks for access, decides on it and replaces a manifest whole or not at all', async () => {
  const path = `/v1/agents/${agent.agentId}/access-requests`;
  await withEachCallFailing(() => ben.post(path, {}));
  await withEachCallFailing(() => ada.post(`${path}/${ben.userId}/approve`));
  await ben.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: [scope] });
  const manifest = { version: '1', handle: agent.handle, name: 'Echo', description: 'Echo.', transport: 'relay' };
  await withEachCallFailing(() => ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest }));
});
