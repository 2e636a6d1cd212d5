import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentWith, registerAgent } from '../testing/contract/agent.ts';
import { openConversation, say } from '../testing/contract/conversation.ts';
import { call, type Json } from '../testing/contract/http.ts';
import { readMetrics } from '../testing/contract/metrics.ts';
import { personWith, signUp } from '../testing/contract/person.ts';
import { indexNewest } from '../chat/transcript/word-queries.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { fakeMachine, type FakeMachine } from '../testing/fake-machine.ts';
import { realClock } from '../testing/fake-clock.ts';
import { readConfig } from '../platform/settings/config.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { expiring, happened, left, movedInOrder, shortLived } from '../platform/storage/times-ahead.ts';
import { openServer, type Server } from './open-server.ts';

const hour = 3_600_000;
const day = 24 * hour;
const log = pino({ level: 'silent' });
const config = readConfig({
  PARLEY_DATA_DIR: '/tmp/parley-unused',
  PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  PARLEY_PORT: '0',
  PARLEY_DEMO: '0',
  PARLEY_RATE_LIMIT: 'off',
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
});

/** Starts a server on a database that outlives it, with the clock of a fake machine. */
function startOn(storage: Storage, machine: FakeMachine): Promise<Server> {
  return openServer({ config, log, machine, storage: { ...storage, close: async () => undefined } });
}

const at = (server: Server) => ({ baseUrl: server.localUrl, clock: realClock, demoUrl: null });

describe.each(migratedDatabases)('§27 Time is the database’s, on $name', ({ skip, open }) => {
  if (skip) return it.skip('cannot be reached', () => undefined);
  let database: SharedDatabase;
  let storage: Storage;
  beforeAll(async () => {
    database = await open();
    storage = database.nodes[0];
  });
  afterAll(() => database.close());

  it('a message of a room that is ahead is due at once', async () => {
    const server = await startOn(storage, fakeMachine());
    const ada = await signUp(at(server));
    // The endpoint never answers, so the deliveries stay in the queue where they were placed.
    const hook = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const webhook_url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
    const agent = await registerAgent(at(server), ada, { transport: 'webhook', webhook_url });
    const room = await openConversation(ada, agent);
    const ahead = new Date(Date.now() + hour);
    await sql`update conversations set last_message_at = ${ahead} where conversation_id = ${room}`.execute(storage.db);
    const { createdAt, deliveries } = await say(ada, room, 'hello');
    expect(new Date(createdAt).getTime()).toBe(ahead.getTime() + 1);
    const { rows } = await sql<{ late: number }>`
      select extract(epoch from next_attempt_at - now())::int as late from delivery_queue
      where delivery_id = ${deliveries[0].deliveryId}`.execute(storage.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.late).toBeLessThanOrEqual(0);
    hook.closeAllConnections();
    hook.close();
    await server.close(0);
  });

  it('what a server wrote ahead of its time is moved back when the next starts at the right one', async () => {
    const wrong = await openAhead(storage);
    const ada = await signUp(at(wrong));
    const agent = await registerAgent(at(wrong), ada);
    const room = await openConversation(ada, agent);
    for (const text of ['one', 'two', 'three']) await say(ada, room, text);
    await indexNewest(storage, [room as ConversationId]);
    await wrong.close(0);
    await sql`update server_time set newest_at = now() + interval '100 days'`.execute(storage.db);

    const right = await startOn(storage, fakeMachine());
    const again = personWith(at(right), ada.cookie, ada);
    const { items } = (await again.get(`/v1/conversations/${room}/messages`)).body;
    const times = items.map((item: { createdAt: string }) => Date.parse(item.createdAt)).sort();
    expect(times).toHaveLength(3);
    expect(Math.max(...times)).toBeLessThan(Date.now() + hour);
    expect(new Set(times).size).toBe(3);
    const { rows } = await sql<{ what: string; days: number }>`
      select 'session' as what, extract(day from max(expires_at) - now())::int as days from sessions where user_id = ${ada.userId}
      union all
      select 'queue', coalesce(max(extract(day from next_attempt_at - now()))::int, 0) from delivery_queue
      where conversation_id = ${room}
      union all
      select 'words', extract(day from max(created_at) - now())::int from message_words where conversation_id = ${room}
      union all
      select 'room', extract(day from last_activity_at - now())::int from conversations where conversation_id = ${room}`.execute(
      storage.db,
    );
    expect(Object.fromEntries(rows.map((row) => [row.what, row.days]))).toEqual({
      session: expect.closeTo(30, -1),
      queue: 0,
      words: 0,
      room: 0,
    });
    const said = await say(again, room, 'four');
    expect(Date.parse(said.createdAt)).toBeLessThan(Date.now() + hour);
    await right.close(0);
  });

  it('of an agent that was seated ahead of the time, what it was sent there is answered, and what came before is not', async () => {
    const wrong = await openAhead(storage);
    const ada = await signUp(at(wrong));
    const agent = await registerAgent(at(wrong), ada);
    const room = await openConversation(ada, agent, [await signUp(at(wrong))]);
    const before = await say(ada, room, 'before');
    await ada.del(`/v1/conversations/${room}/members/${agent.agentId}`);
    await ada.post(`/v1/conversations/${room}/members`, { agentId: agent.agentId });
    const after = await say(ada, room, 'after');
    await wrong.close(0);
    await sql`update server_time set newest_at = now() + interval '100 days'`.execute(storage.db);

    const right = await startOn(storage, fakeMachine());
    const now = agentWith(at(right), ada, agent, agent);
    const reply = (sent: Json) => now.reply(sent.deliveries[0].deliveryId, [{ type: 'text', text: 'Here.' }]);
    expect([(await reply(after)).status, (await reply(before)).status]).toEqual([202, 404]);
    const later = await say(personWith(at(right), ada.cookie, ada), room, 'later');
    expect((await reply(later)).status).toBe(202);
    await right.close(0);
  });

  it('every column of times is moved back, or left for a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type like 'timestamp%' and table_name not like 'kysely_%'
        and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(storage.db);
    const of = (columns: Readonly<Record<string, string>>) =>
      Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));
    const named = [
      ...[movedInOrder, expiring, happened].flatMap(of),
      ...shortLived.map((table) => `${table}.expires_at`),
      ...Object.entries(left).flatMap(([table, [columns]]) => of({ [table]: columns })),
    ];
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('what is not told by its room is moved back as well', async () => {
    const server = await startOn(storage, fakeMachine());
    const ada = await signUp(at(server));
    await server.close(0);
    await sql`update users set created_at = created_at + interval '90 days'`.execute(storage.db);
    await sql`
      insert into account_links (token_hash, kind, user_id, expires_at) values ('\\x01', 'reset', ${ada.userId}, now() + interval '90 days')`.execute(
      storage.db,
    );
    await sql`
      insert into invitations (invitation_id, token_hash, created_by, role, created_at, expires_at)
      values ('ivt_1', '\\x02', ${ada.userId}, 'member', now() + interval '90 days', now() + interval '93 days')`.execute(
      storage.db,
    );
    await sql`update server_time set newest_at = now() + interval '90 days'`.execute(storage.db);
    await (await startOn(storage, fakeMachine())).close(0);
    const { rows } = await sql`
      select (select count(*)::int from users where created_at > now()) as people,
             (select count(*)::int from account_links) as links,
             (select round(extract(epoch from expires_at - now()) / 86400)::int from invitations) as invited`.execute(
      storage.db,
    );
    expect(rows).toEqual([{ people: 0, links: 0, invited: 3 }]);
  });
});

/**
 * Opens a server 100 days ahead, which uses the clock of its machine, as earlier releases did. A test cannot set the
 * clock of PostgreSQL, so the server gets the time that PostgreSQL would have returned.
 */
function openAhead(storage: Storage): Promise<Server> {
  const machine = fakeMachine();
  machine.setAhead(100 * day);
  const clock = { now: machine.wallMs, after: realClock.after };
  return openServer({ config, log, clock, storage: { ...storage, close: async () => undefined } });
}

const onServer = migratedDatabases.find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!onServer || onServer.skip)('§27 a server on PostgreSQL whose clock is an hour ahead', () => {
  let database: SharedDatabase;
  let server: Server;
  beforeAll(async () => {
    database = await (onServer as NonNullable<typeof onServer>).open();
    const machine = fakeMachine();
    machine.setAhead(hour);
    server = await startOn(database.nodes[0], machine);
  });
  afterAll(async () => {
    await server.close(0);
    await database.close();
  });

  it('is not ready, for the reason clock, and its metrics say so', async () => {
    expect(await call(`${server.localUrl}/readyz`)).toMatchObject({
      status: 503,
      body: { status: 'not_ready', reasons: ['clock'] },
    });
    const metrics = await readMetrics({ baseUrl: server.localUrl });
    expect(metrics.of('parley_clock_skew_seconds')).toBeCloseTo(3_600, -1);
    expect(metrics.of('parley_clock_jobs_waiting')).toBe(1);
  });

  it('serves requests, at the database’s time', async () => {
    const ada = await signUp(at(server));
    const room = await openConversation(ada, await registerAgent(at(server), ada));
    const { createdAt } = await say(ada, room, 'hello');
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(hour / 2);
  });
});
