import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, Storage, Tx } from '../../platform/storage/storage.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const counted = (storage: Storage): Storage => ({
  ...storage,
  db: storage.db.withPlugin(counting) as Db,
  transaction: (work) => storage.transaction((tx) => work(tx.withPlugin(counting) as unknown as Tx)),
});

let server: TestServer;
let ben: Person;
beforeAll(async () => {
  server = await startTestServer({}, counted);
  ben = await signUp(server);
}, 120_000);
afterAll(() => server.stop());

/** Returns how many statements the erasure of a person who wrote so many messages in one room runs. */
async function statementsFor(messages: number): Promise<number> {
  const { app } = server;
  const ada = await signUp(server);
  const room = await openConversation(ada, null, [ben]);
  await sql`
    insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, created_at)
    select 'msg_' || lpad(n::text, 4, '0') || right(${room}, 22), ${room}, 10 + n, 'user', ${ada.userId}, 'Word ' || n, '[]', now()
    from generate_series(1, ${messages}::int) n`.execute(app.storage.db);
  await sql`update conversations set last_seq = 10 + ${messages}::int where conversation_id = ${room}`.execute(
    app.storage.db,
  );
  await app.engine.idle();
  const before = statements;
  expect((await ada.post('/v1/session/erase', { confirm: ada.handle })).status).toBe(202);
  const endOf = async () =>
    (await sql`select from erasures where user_id = ${ada.userId} and done_at is not null`.execute(app.storage.db)).rows
      .length;
  await expect.poll(endOf, { timeout: 100_000 }).toBe(1);
  const spent = statements - before;
  const { rows } = await sql<{ words: number }>`
    select count(*)::int as words from messages where conversation_id = ${room} and author_id = ${ada.userId} and body is not null`.execute(
    app.storage.db,
  );
  expect(rows[0]?.words).toBe(0);
  return spent;
}

it('§15 the statements of an erasure grow with pages of 500 messages, not with messages', async () => {
  const few = await statementsFor(5);
  const onePage = await statementsFor(450);
  const manyPages = await statementsFor(4_950);
  // Besides there are the questions of this test, and what the server does meanwhile.
  expect(onePage - few).toBeLessThan(60);
  // Nine pages more, and as many of the index of search.
  expect(manyPages - onePage).toBeLessThan(9 * 60);
}, 360_000);
