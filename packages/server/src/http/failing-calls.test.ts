import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '@parley/protocol';
import { openModels } from '../models/open-models.ts';
import { startTestServer, type TestServer } from '../testing/app.ts';
import type { Answer } from '../testing/contract/http.ts';
import { failingCalls } from '../testing/failing-calls.ts';
import { agentCalls } from './fixtures/agent-calls.ts';
import { humanCalls } from './fixtures/human-calls.ts';
import { providerEnv } from './fixtures/sign-in-calls.ts';
import { gatherPeople, newWorld, type People, type PrepareCall } from './fixtures/world.ts';
import { agentDoorRoutes, humanRoutes } from './routes.ts';

const calls = failingCalls();
const routes = Object.entries({ ...humanCalls, ...agentCalls });
let server: TestServer;
let people: People;

beforeAll(async () => {
  server = await startTestServer(
    { PARLEY_STARTING_COINS: '100000', PARLEY_MODELS_MAX: '0', ...(await providerEnv()) },
    calls.wrap,
  );
  people = await gatherPeople(server);
});
afterAll(() => server.stop());

/**
 * Data that a failed call may change: recorded signatures, the last use of a credential, when people were there, the server's lease, the
 * search index, to which a search adds what is missing, the places of rows in the audit log, states of sign-ins and challenges of passkeys, which are used up first,
 * and backups and exports, which are made in the background. No client sees a difference.
 */
const harmless = {
  tables: [
    'backups',
    'exports',
    'oidc_used_states',
    'passkey_challenges',
    'agent_signatures',
    'people_seen',
    'nodes',
    'message_words',
  ],
  columns: ['last_used_at'],
};
const ofChain = ['seq', 'hash', 'link_position'];

/** Returns the number of rows of each table and the last transaction that wrote one: the same only if nothing was written. */
async function stamp(): Promise<string> {
  const each = (await tables()).map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*) as rows, max(xmin::text::bigint) as last from ${sql.table(name)}`,
  );
  return JSON.stringify(await rowsOf(each));
}

/** A function that may not run beside itself keeps PostgreSQL from starting processes for a hundred tiny tables. */
async function rowsOf<T>(each: RawBuilder<unknown>[]): Promise<T[]> {
  const all = sql<T>`
    select t.* from (${sql.join(each, sql` union all `)}) t, set_config('parley.alone', 'on', true) order by name`;
  return (await all.execute(server.app.storage.db)).rows;
}

interface HashRow {
  readonly name: string;
  readonly rows: string;
}

/** One hash by table, over all of its rows. */
type Digest = Readonly<Record<string, string>>;

/** Takes ten times as long as the stamp, so it is asked only where that differs. */
async function digest(): Promise<Digest> {
  const each = (await tables()).map(
    ({ name }) => sql`
      select ${name}::text as name, md5(coalesce(string_agg((to_jsonb(t) - ${name === 'audit_log' ? ofChain : harmless.columns}::text[])::text, ' '
        order by to_jsonb(t)::text), '')) as rows
      from ${sql.table(name)} t`,
  );
  return Object.fromEntries((await rowsOf<HashRow>(each)).map(({ name, rows }) => [name, rows]));
}

let known: Promise<{ readonly rows: readonly { readonly name: string }[] }> | undefined;

async function tables() {
  known ??= sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%' and tablename <> all(${harmless.tables})
    order by tablename`.execute(server.app.storage.db);
  return (await known).rows;
}

/**
 * Waits until what was decided has been done, no export is being made and nobody is being erased, for a second at most, and forgets
 * those that a failed call of the background has left.
 */
async function backgroundRests(): Promise<void> {
  const { db } = server.app.storage;
  for (let turn = 0; turn < 50; turn += 1) {
    const { rows } = await sql`
      select from exports where state = 'running'
      union all select from erasures where done_at is null
      union all select from approvals where state <> 'pending' and collected_at is null
      union all select from invocations where state in ('approved', 'running')`.execute(db);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await sql`delete from exports where state = 'running'`.execute(db);
  await sql`delete from erasures where done_at is null`.execute(db);
  await sql`update approvals set collected_at = now() where state <> 'pending' and collected_at is null`.execute(db);
  await sql`delete from invocations where state in ('approved', 'running')`.execute(db);
}

/** What the database holds. */
interface Held {
  readonly stamp: string;
  readonly digest: Digest;
}

/** Returns what the database holds once the server's background work has stopped changing it. */
async function atRest(): Promise<Held> {
  await backgroundRests();
  let last = '';
  for (let turn = 0; turn < 50; turn += 1) {
    await server.app.engine.idle();
    const next = await stamp();
    if (next === last) return { stamp: next, digest: await digest() };
    last = next;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The server never rests.');
}

/** Expects that the database holds the same, and returns it with its stamp of now: what is harmless changes that too. */
async function expectSame(before: Held): Promise<Held> {
  const now = await stamp();
  if (now === before.stamp) return before;
  expect(await digest()).toEqual(before.digest);
  return { ...before, stamp: now };
}

function expectClean(answer: Answer): void {
  const { requestId, request_id: agentsId, ...rest } = answer.body.error;
  expect(rest).toEqual({ code: 'internal_error', message: refusals.internal_error.message });
  expect(requestId ?? agentsId).toBe(answer.headers.get('x-request-id'));
}

it('has a call here for every route of the server', () => {
  const none = { find: async () => null, known: [], list: async () => [] };
  const all = [...humanRoutes(server.app, openModels(server.app, none)), ...agentDoorRoutes(server.app, none)];
  expect(routes.map(([name]) => name).sort()).toEqual(all.map(({ row }) => `${row.method} ${row.path}`).sort());
});

it.each(routes)('%s happens whole or not at all, whichever call to the database fails', async (_name, prepare) => {
  let refused = 0;
  // Where a route makes one call, the server's own background work may have made it fail its own instead.
  for (let turn = 0; turn < 3 && refused === 0; turn += 1) refused = await failEachCall(prepare);
  expect(refused).toBeGreaterThan(0);
});

/** Asks again and again, each time with the next call failing. Resolves to how often the request was refused for it. */
async function failEachCall(prepare: PrepareCall): Promise<number> {
  let refused = 0;
  let ask: (() => Promise<Answer>) | null = null;
  let before: Held = { stamp: '', digest: {} };
  for (let k = 0; ; k += 1) {
    expect(k).toBeLessThan(60);
    if (ask === null) {
      ask = await prepare(await newWorld(people));
      before = await atRest();
    }
    calls.arm(k);
    const answer = await ask();
    const failed = calls.disarm();
    if (answer.status === 500) {
      expectClean(answer);
      refused += 1;
      before = await expectSame(before);
      continue;
    }
    expect(answer.status, answer.text).toBeLessThan(400);
    if (!failed) return refused;
    // The server's own background work failed, not the call, so the next round starts with a new call.
    ask = null;
  }
}
