import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import { giveTask } from '../../testing/contract/task.ts';
import { failingCalls } from '../../testing/failing-calls.ts';
import { assignWaiting } from './assign-waiting.ts';
import { fireDue } from './schedules/fire-due.ts';

const calls = failingCalls();
let server: TestServer;
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  server = await startTestServer({}, calls.wrap);
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

beforeEach(async () => {
  conversation = await openConversation(ada, agent);
});

afterAll(() => server.stop());

/**
 * Returns the state of everything that these operations write: a count for each table, and the states of rows that
 * change.
 */
async function everything(): Promise<string> {
  const { rows } = await sql`
    select (select count(*) from messages) as messages, (select count(*) from deliveries) as deliveries,
           (select count(*) from task_history) as history,
           (select array_agg(task_id || status order by task_id) from tasks) as tasks,
           (select array_agg(schedule_id || next_at::text order by schedule_id) from schedules) as schedules,
           (select array_agg(conversation_id || last_seq order by conversation_id) from conversations) as rooms`.execute(
    server.app.storage.db,
  );
  return JSON.stringify(rows);
}

/** Repeats the work until it succeeds. Each time one call to the database fails, one call later than before. */
async function withEachCallFailing(work: () => Promise<unknown>): Promise<void> {
  for (let k = 0; k < 60; k += 1) {
    await server.app.engine.idle();
    const before = await everything();
    calls.arm(k);
    const outcome = await work().catch((error: unknown) => error);
    calls.disarm();
    if (!(outcome instanceof Error)) {
      expect(k).toBeGreaterThanOrEqual(3);
      expect(await everything()).not.toBe(before);
      return;
    }
    expect(await everything()).toBe(before);
  }
  throw new Error('There is no end of calls.');
}

it('assigns what waited for a paused agent whole or not at all', async () => {
  await ada.post(`/v1/agents/${agent.agentId}/pause`);
  const { item } = await giveTask(ada, conversation);
  const setStatus = (status: string) =>
    sql`update agents set status = ${status} where agent_id = ${agent.agentId}`.execute(server.app.storage.db);
  await setStatus('live');
  await withEachCallFailing(() => assignWaiting(server.app, null, 10));
  const { rows } = await sql`
    select from deliveries where task_id = ${item.taskId} and event = 'task.assigned'`.execute(server.app.storage.db);
  expect(rows).toHaveLength(1);
});

it('fires a schedule whole or not at all', async () => {
  const path = `/v1/conversations/${conversation}/schedules`;
  await ada.post(path, { cron: '0 0 1 1 *', text: 'Happy new year.' });
  const now = new Date(server.clock.now());
  await sql`update schedules set next_at = ${now} where conversation_id = ${conversation}`.execute(
    server.app.storage.db,
  );
  await withEachCallFailing(() => fireDue(server.app));
  const { rows } = await sql`
    select from deliveries where conversation_id = ${conversation} and event = 'tick.scheduled'`.execute(
    server.app.storage.db,
  );
  expect(rows).toHaveLength(1);
});
