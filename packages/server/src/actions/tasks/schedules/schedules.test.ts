import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { envelopeSchema } from '@parley/protocol';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { eventually, quiet } from '../../../testing/contract/eventually.ts';
import type { Json } from '../../../testing/contract/http.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { messagesOf, openConversation } from '../../../testing/contract/conversation.ts';
import { idOf, nobody } from '../../../testing/contract/shapes.ts';
import { fireDue } from './fire-due.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  ada = await signUp(server, { locale: 'de-CH', timezone: 'Europe/Zurich' });
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent, [ben]);
  path = `/v1/conversations/${conversation}/schedules`;
});

afterAll(() => server.stop());

const minutely = { cron: '* * * * *', timezone: 'UTC', text: 'Look at the news.' };
const minuteMs = 60_000;

async function add(change: Json = {}): Promise<Json> {
  const answer = await ada.post(path, { ...minutely, ...change });
  expect(answer.status).toBe(201);
  return answer.body.item;
}

async function ticks(): Promise<Json[]> {
  const { rows } = await sql<{ body: Buffer }>`
    select body from deliveries where event = 'tick.scheduled' and conversation_id = ${conversation}
    order by delivery_id`.execute(server.app.storage.db);
  return rows.map(({ body }) => JSON.parse(body.toString()));
}

const awaitTicks = (count: number) =>
  eventually(server, `${count} ticks`, async () => {
    const found = await ticks();
    return found.length >= count ? found : null;
  });

describe('a schedule', () => {
  test('is answered with its next time, and is listed until it is deleted', async () => {
    const item = await add({ cron: '0 9 * * 1-5', timezone: undefined });
    expect(item).toEqual({
      scheduleId: expect.stringMatching(idOf('sch')),
      createdBy: { type: 'user', id: ada.userId },
      at: null,
      cron: '0 9 * * 1-5',
      timezone: 'Europe/Zurich',
      text: minutely.text,
      nextAt: expect.stringMatching(/T0[78]:00:00\.000Z$/),
    });
    expect((await ben.get(path)).body).toEqual({ items: [item], nextCursor: null });
    const gone = await ben.del(`${path}/${item.scheduleId}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await ada.get(path)).body).toEqual({ items: [], nextCursor: null });
    for (const id of [item.scheduleId, nobody('sch'), 'x']) {
      const again = await ada.del(`${path}/${id}`);
      expect([again.status, again.body.error.code]).toEqual([404, 'schedule_not_found']);
    }
  });

  test('fires as tick.scheduled with its text, on behalf of who made it', async () => {
    await add();
    await server.clock.advance(minuteMs);
    const [envelope] = await awaitTicks(1);
    expect(envelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope).toMatchObject({
      event: 'tick.scheduled',
      conversation_id: conversation,
      task_id: null,
      user: { id: ada.userId, locale: 'de-CH', timezone: 'Europe/Zurich' },
      messages: [{ author: 'platform', author_id: null, text: minutely.text }],
    });
    const message = (await messagesOf(ben, conversation)).find(
      (message) => message.messageId === envelope.messages[0].id,
    );
    expect(message).toMatchObject({ author: { type: 'platform' }, body: minutely.text });
  });

  test('fires again at its next time', async () => {
    const { nextAt } = await add();
    for (let count = 1; count <= 3; count++) {
      await server.clock.advance(minuteMs);
      await awaitTicks(count);
    }
    const [listed] = (await ada.get(path)).body.items;
    expect(Date.parse(listed.nextAt) - Date.parse(nextAt)).toBeGreaterThanOrEqual(3 * minuteMs);
    expect(await ticks()).toHaveLength(3);
  });

  test('has no human origin, so that the agent cannot call another on its account', async () => {
    const called = await registerAgent(server, ada, { access: 'public' });
    await openConversation(ada, called);
    await add();
    await server.clock.advance(minuteMs);
    const [envelope] = await awaitTicks(1);
    const refused = await agent.reply(envelope.delivery_id, 'Over to you.', { to_agent_id: called.agentId });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'agent_call_no_human_origin']);
    expect((await agent.reply(envelope.delivery_id, 'Nothing new.')).status).toBe(202);
  });
});

describe('firings that were missed', () => {
  test('make one, and the next comes at its time', async () => {
    const { scheduleId } = await add();
    const past = new Date(server.clock.now() - 10 * minuteMs);
    await sql`update schedules set next_at = ${past} where schedule_id = ${scheduleId}`.execute(server.app.storage.db);
    await fireDue(server.app);
    await fireDue(server.app);
    expect(await ticks()).toHaveLength(1);
    const [listed] = (await ada.get(path)).body.items;
    expect(Date.parse(listed.nextAt)).toBeGreaterThan(server.clock.now());
  });

  test('make one, also where several servers look at once', async () => {
    const { scheduleId } = await add();
    const past = new Date(server.clock.now() - minuteMs);
    await sql`update schedules set next_at = ${past} where schedule_id = ${scheduleId}`.execute(server.app.storage.db);
    await Promise.all([1, 2, 3, 4].map(() => fireDue(server.app)));
    expect(await ticks()).toHaveLength(1);
  });
});

describe('a schedule that nobody could hear', () => {
  const dueNow = async () => {
    const now = new Date(server.clock.now());
    await sql`update schedules set next_at = ${now} where conversation_id = ${conversation}`.execute(
      server.app.storage.db,
    );
    await fireDue(server.app);
    const { rows } = await sql`select from schedules where conversation_id = ${conversation}`.execute(
      server.app.storage.db,
    );
    return rows.length === 1;
  };

  test('passes over while the agent is paused or blocked', async () => {
    await add();
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expect(await dueNow()).toBe(true);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true });
    expect(await dueNow()).toBe(true);
    expect(await ticks()).toHaveLength(0);
    await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: false });
    expect(await dueNow()).toBe(true);
    expect(await ticks()).toHaveLength(1);
  });

  test.each([
    ['the agent has left', () => ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`)],
    ['the agent is gone', () => ada.del(`/v1/agents/${agent.agentId}`)],
    ['the room is gone', () => ada.del(`/v1/conversations/${conversation}`)],
    ['who made it has left', () => ada.del(`/v1/conversations/${conversation}/members/${ada.userId}`)],
  ])('ends where %s', async (_what, leave) => {
    await add();
    expect((await leave()).status).toBe(204);
    expect(await dueNow()).toBe(false);
    expect(await ticks()).toHaveLength(0);
  });

  test('is not listed for another agent', async () => {
    await add();
    await ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    expect((await ada.get(path)).body.items).toEqual([]);
    const other = await registerAgent(server, ada);
    await ada.post(`/v1/conversations/${conversation}/members`, { agentId: other.agentId });
    expect((await ada.get(path)).body.items).toEqual([]);
  });
});

describe('a request', () => {
  test.each([
    ['/cron', { cron: '@daily' }],
    ['/cron', { cron: '* * * * * *' }],
    ['/cron', { cron: '61 * * * *' }],
    ['/cron', { cron: '0 0 31 4 *' }],
    ['/cron', { cron: '' }],
    ['/cron', { cron: 5 }],
    ['/timezone', { timezone: 'Mars/Olympus' }],
    ['/text', { text: '' }],
    ['/text', { text: 'x'.repeat(10_001) }],
    ['/every', { every: 'day' }],
  ])('is refused with the path %s for %j', async (field, change) => {
    const answer = await ada.post(path, { ...minutely, ...change });
    expect([answer.status, answer.body.error.code, answer.body.error.path]).toEqual([400, 'malformed_request', field]);
  });

  test('is refused for the 51st schedule of a room', async () => {
    for (let i = 0; i < 50; i++) await add({ cron: '0 0 1 1 *' });
    const answer = await ada.post(path, minutely);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'too_many_schedules']);
  });

  test('is refused in a room of others, and in one without an agent', async () => {
    const stranger = await signUp(server);
    for (const answer of [
      await stranger.post(path, minutely),
      await stranger.get(path),
      await stranger.del(`${path}/x`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'conversation_not_found']);
    }
    const plain = await openConversation(ada, null, [ben]);
    const answer = await ada.post(`/v1/conversations/${plain}/schedules`, minutely);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'agent_not_found']);
    await quiet(server);
  });
});
