import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from '../../packages/server/src/testing/contract/agent.ts';
import { messagesOf, openConversation } from '../../packages/server/src/testing/contract/conversation.ts';
import { call } from '../../packages/server/src/testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../packages/server/src/testing/contract/person.ts';
import { Arrivals, openWebhook } from '../../packages/server/src/testing/durability/arrivals.ts';
import { faked, mayFakeTime } from '../../packages/server/src/testing/durability/fake-time.ts';
import { serverProcess, type ServerProcess } from '../../packages/server/src/testing/durability/server-process.ts';
import { Talker } from '../../packages/server/src/testing/durability/talkers.ts';
import { realClock } from '../../packages/server/src/testing/fake-clock.ts';
import { startOwnPostgres } from '../../packages/server/src/testing/postgres/own-postgres.ts';
import { whyNoPostgres } from '../../packages/server/src/testing/postgres/postgres-process.ts';

const rooms = 8;
const wanted = 400;
const timeout = 120_000;
const skipped = whyNoPostgres();
const note = skipped === null ? '' : ` (SKIPPED: ${skipped})`;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const place = async () => {
  const own = await startOwnPostgres(300);
  if (!own) throw new Error('There is no PostgreSQL of our own.');
  ends.push(() => own.close());
  const folder = await mkdtemp(join(tmpdir(), 'parley-killed-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: own.url,
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    PARLEY_DATA_DIR: folder,
  };
  return { own, env };
};
const makeServer = async (env: Record<string, string>) => {
  const server = await serverProcess(env);
  ends.push(() => server.end('SIGKILL'));
  return server;
};
const known = ({ baseUrl }: ServerProcess) => ({ baseUrl, clock: realClock, demoUrl: null });
const openRooms = async (ada: Person, agent: Agent) => {
  const opened: string[] = [];
  for (let made = 0; made < rooms; made++) opened.push(await openConversation(ada, agent));
  return opened;
};
const until = async (isSo: () => boolean, withinMs: number) => {
  for (const end = Date.now() + withinMs; !isSo() && Date.now() < end;) await pause(20);
};

describe.skipIf(skipped !== null)(`a database that is killed${note}`, () => {
  it('§27 has every message that was answered 201, though it has synchronous_commit off', { timeout }, async () => {
    const { own, env } = await place();
    // What a commit does not wait for stays in memory for up to three of these delays.
    await ask(own.url, [
      'alter database postgres set synchronous_commit = off',
      'alter role postgres set synchronous_commit = off',
      "alter system set wal_writer_delay = '10s'",
      "alter system set wal_writer_flush_after = '1GB'",
      'select pg_reload_conf()',
    ]);
    const server = await makeServer(env);
    await server.start();
    const ada = await signUp(known(server));
    const conversations = await openRooms(ada, await registerAgent(known(server), ada));
    const talker = new Talker(ada, conversations, 10);
    talker.start();
    await until(() => talker.accepted.length >= wanted, 60_000);

    await own.primary().stop('SIGQUIT');
    const before = talker.accepted.length;
    await own.primary().start();
    await talker.stop();
    expect(before).toBeGreaterThanOrEqual(wanted);
    expect(talker.surprises).toEqual([]);
    const found = new Map<string, string>();
    for (const conversation of conversations) {
      for (let after = 0, isOver = false; !isOver;) {
        const page = await messagesOf(ada, conversation, `?limit=200&after=${after}`);
        for (const { messageId, body, seq } of page) {
          found.set(messageId, body);
          after = seq;
        }
        isOver = page.length === 0;
      }
    }
    const lost = talker.accepted.filter(({ messageId, text }) => found.get(messageId) !== text);
    expect(lost.map(({ text }) => text)).toEqual([]);
    expect(found.size).toBe(talker.accepted.length);
  });

  it.skipIf(!mayFakeTime)(
    `§27 delays no delivery of a server whose clock is a day ahead${mayFakeTime ? '' : ' (SKIPPED: faketime is not installed)'}`,
    { timeout },
    async () => {
      const { own, env } = await place();
      const arrivals = new Arrivals();
      const hook = await openWebhook(arrivals, 5);
      ends.push(() => hook.close());
      const [right, wrong] = [await makeServer(env), await makeServer(env)];
      await right.start();
      await wrong.start(faked('+1d'));
      expect((await call(`${wrong.baseUrl}/readyz`)).body.reasons).toEqual(['clock']);
      const ada = await signUp(known(right));
      const hooked = await registerAgent(known(right), ada, { transport: 'webhook', webhook_url: hook.url });
      const speaker = await signIn(known(wrong), ada);
      const talkers = [
        new Talker(ada, await openRooms(ada, hooked), 20),
        new Talker(speaker, await openRooms(ada, hooked), 20),
      ];
      const accepted = () => talkers.flatMap((talker) => talker.accepted);
      for (const talker of talkers) talker.start();
      await until(() => accepted().length >= wanted, 60_000);

      await own.primary().stop('SIGQUIT');
      await pause(2_000);
      await own.primary().start();
      const backAt = Date.now();
      await Promise.all(talkers.map((talker) => talker.stop()));
      expect(talkers.map(({ accepted: each }) => each.length > wanted / 4)).toEqual([true, true]);
      const missing = () => accepted().filter(({ text }) => !arrivals.texts.has(text));
      await until(() => missing().length === 0, backAt + 20_000 - Date.now());
      expect(missing().map(({ text }) => text)).toEqual([]);
      const latest = Math.max(
        ...accepted().map(({ text, at }) => (arrivals.texts.get(text)?.at ?? Infinity) - Math.max(at, backAt)),
      );
      expect(latest).toBeLessThan(15_000);
      expect(talkers.flatMap(({ surprises }) => surprises)).toEqual([]);
    },
  );
});

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
