import { sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { migratedDatabases, type SharedDatabase } from '../testing/durability/migrated-databases.ts';
import { capture, explainOne } from '../testing/explain.ts';

const others = 200;
const ownMessages = 20_000;
/** Maximum number of notifications read, each with its message. */
const lookedAtMax = 500;

/** Requests of the app when it starts in a conversation and a person first looks around. */
const start = [
  '/v1/session',
  '/v1/waiting',
  '/v1/conversations?limit=200',
  '/v1/conversations?limit=200&archived=1',
  '/v1/conversations/{room}',
  '/v1/conversations/{room}/messages?limit=50',
  '/v1/conversations/{room}/messages?after=10&limit=200',
  '/v1/conversations/{room}/members?limit=200',
  '/v1/conversations/{room}/schedules',
  '/v1/notifications?limit=50',
  '/v1/notifications?limit=200',
  '/v1/approvals?limit=200',
  '/v1/approvals?state=pending&limit=200',
  '/v1/agents?limit=200',
  '/v1/tasks?limit=200',
  '/v1/tasks?conversationId={room}&limit=200',
  '/v1/wallet?limit=1',
  '/v1/grants?limit=200',
  '/v1/users/blocked?limit=200',
  '/v1/sessions?limit=200',
  '/v1/tokens?limit=200',
  '/v1/quota',
];

/** The embedded database plans with the same rules and has one person. */
const [database] = migratedDatabases.filter(({ name }) => name.startsWith('PostgreSQL'));

/** A plan depends on the statistics, so each shape is a separate database. */
describe.each([
  { rooms: 2, notifications: 5 },
  { rooms: 2, notifications: 1000 },
  { rooms: 30, notifications: 5 },
  { rooms: 30, notifications: 1000 },
])('with $rooms rooms and $notifications notifications a person', (shape) => {
  if (database === undefined || database.skip) return it.skip('PostgreSQL cannot be reached', () => undefined);
  let shared: SharedDatabase;
  let server: TestServer;
  let ada: Person;
  let room: string;
  const statements: CompiledQuery[] = [];
  beforeAll(async () => {
    shared = await database.open();
    server = await startServerOn(heardBy(shared.nodes[0], statements));
    ada = await signUp(server);
    for (const row of rows({ ...shape, userId: ada.userId })) await row.execute(shared.nodes[1].db);
    await sql`vacuum analyze`.execute(shared.nodes[1].db);
    const list = await ada.get('/v1/conversations?limit=200');
    expect(list.body.items).toHaveLength(shape.rooms);
    room = list.body.items[0].conversationId;
    expect((await ada.get(`/v1/conversations/${room}/messages?limit=50`)).body.items).toHaveLength(50);
    expect((await ada.get('/v1/waiting')).body.items.length).toBeGreaterThan(0);
    // The session is read once and then cached.
  });
  afterAll(async () => {
    await server.stop();
    await shared.close();
  });

  it.each(start)('%s reads about what it answers, and not whole rooms', async (path) => {
    statements.length = 0;
    const answer = await ada.get(path.replace('{room}', room));
    expect(answer.status, answer.text).toBe(200);
    // A page has at most 200 rows, and each may be looked up twice.
    const rowsMax = path.includes('{room}') ? 500 : 5 * lookedAtMax;
    for (const statement of [...statements]) {
      const { pages, steps, visited } = await explainOne(shared.nodes[1], statement);
      expect(visited['messages'] ?? 0, statement.sql).toBeLessThanOrEqual(lookedAtMax);
      expect(Math.max(0, ...Object.values(visited)), statement.sql).toBeLessThanOrEqual(rowsMax);
      expect(pages, statement.sql).toBeLessThan(10 * lookedAtMax);
      expect(steps).not.toContain('Seq Scan on messages');
    }
  });
});

/** Returns the same storage, with a record of each statement outside transactions. */
function heardBy(storage: Storage, statements: CompiledQuery[]): Storage {
  const plugin = capture(storage, (statement) => statements.push(statement));
  return { ...storage, db: storage.db.withPlugin(plugin) as unknown as Storage['db'] };
}

/**
 * For each person an agent, conversations and notifications. One person has very many messages and has read none of
 * them.
 */
function rows({ userId, rooms, notifications }: { userId: string; rooms: number; notifications: number }) {
  const own = sql`p = 1`;
  const person = sql`case when ${own} then ${userId} else 'usr_' || lpad(p::text, 26, '0') end`;
  const agent = sql`'agt_' || lpad(p::text, 26, '0')`;
  const room = sql`'cnv_' || lpad(p::text || lpad(k::text, 2, '0'), 26, '0')`;
  const message = sql`'msg_' || lpad(p::text || lpad(k::text, 2, '0') || lpad(n::text, 6, '0'), 26, '0')`;
  const ownPerRoom = ownMessages / rooms;
  const perRoom = 60 / rooms;
  const inRoom = sql`case when ${own} then ${sql.lit(ownPerRoom)} else ${sql.lit(perRoom)} end`;
  const tasksInRoom = sql`case when ${own} then ${sql.lit(Math.ceil(2_000 / rooms))} else ${sql.lit(Math.ceil(40 / rooms))} end`;
  const people = sql`generate_series(1, ${sql.lit(others)}) p`;
  const all = sql`${people} cross join generate_series(1, ${sql.lit(rooms)}) k`;
  const at = sql`'2026-01-01Z'::timestamptz`;
  return [
    sql`insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
        select ${person}, 'other' || p, 'Other', '', 'en', 'UTC', now() from ${people} where not ${own}`,
    sql`insert into agents (agent_id, owner_user_id, handle, name, description, transport, access, requested_scopes,
                            suggested_prompts, status, created_at)
        select ${agent}, ${person}, 'agent' || p, 'Agent', '', 'relay', 'private', '[]', '{}', 'live', now() from ${people}`,
    sql`insert into memberships (user_id, agent_id) select ${person}, ${agent} from ${people}`,
    sql`insert into conversations (conversation_id, kind, creator_user_id, agent_id, last_seq, last_preview, last_message_at,
                                   last_activity_at, created_at)
        select ${room}, 'direct', ${person}, ${agent}, ${inRoom}, 'So far', ${at}, ${at}, ${at} from ${all}`,
    sql`insert into conversation_people (conversation_id, user_id, joined_at) select ${room}, ${person}, ${at} from ${all}`,
    sql`insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, created_at)
        select ${message}, ${room}, n, 'agent', ${agent}, null,
               (case when n % 3 = 1 then '[{"type":"form","form_id":"frm_1","title":"Which?","fields":[]}]'
                else '[{"type":"text","text":"So far, and a little more than that."}]' end)::json, ${at}
        from ${all} cross join lateral generate_series(1, ${inRoom}::int) n`,
    // Tasks of other people refer to their few messages repeatedly.
    sql`insert into tasks (task_id, conversation_id, agent_id, creator_user_id, message_id, title, instructions, status,
                           created_at, updated_at)
        select 'tsk_' || substring(${message} from 5), ${room}, ${agent}, ${person}, ${message}, 'Task', '', 'completed', ${at}, ${at}
        from ${all} cross join lateral generate_series(1, ${tasksInRoom}) n`,
    sql`insert into notifications (notification_id, user_id, type, conversation_id, message_id, created_at)
        select 'ntf_' || lpad(p::text || lpad(i::text, 6, '0'), 26, '0'), ${person}, 'message', ${room}, ${message}, ${at}
        from (select p, i, i % ${sql.lit(rooms)} + 1 as k, i / ${sql.lit(rooms)} % (${inRoom}::int) + 1 as n
              from ${people} cross join generate_series(1, ${sql.lit(notifications)}) i) x`,
  ];
}
