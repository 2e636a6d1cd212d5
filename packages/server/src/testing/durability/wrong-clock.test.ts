import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, type TestContext } from 'vitest';
import { openPostgres } from '../../platform/storage/open-postgres.ts';
import { openPglite } from '../../platform/storage/pglite/open-pglite.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { registerAgent } from '../contract/agent.ts';
import { messagesOf, openConversation, say } from '../contract/conversation.ts';
import { openDesk } from '../contract/desk.ts';
import { call } from '../contract/http.ts';
import { readMetrics } from '../contract/metrics.ts';
import { signIn, signUp, type Person } from '../contract/person.ts';
import { embedded, testServerUrl } from '../databases-under-test.ts';
import { realClock } from '../fake-clock.ts';
import { createDatabase } from '../postgres-template.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { Arrivals, openWebhook } from './arrivals.ts';
import { faked, mayFakeTime } from './fake-time.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';
import { Talker } from './talkers.ts';

const note = !mayFakeTime ? ' (SKIPPED: faketime is not installed)' : '';
const offsets = [
  ['an hour ahead', '+1h', 3_600],
  ['an hour behind', '-1h', -3_600],
  ['a hundred days ahead', '+100d', 8_640_000],
] as const;
/** The janitor runs one minute after the start. */
const sweptMs = 65_000;
const timeout = 240_000;

const known = ({ baseUrl }: ServerProcess) => ({ baseUrl, clock: realClock, demoUrl: null });
/** Registers a cleanup for the end of the test. The last one runs first. */
type AtEnd = (end: () => Promise<unknown>) => void;
const endOf =
  ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): AtEnd =>
  (end) =>
    onTestFinished(async () => void (await end()));

let lastTurn: Promise<unknown> = Promise.resolve();
/** Runs the short cases one after another, beside the long ones, which mostly wait for a sweep. */
const inTurn = (offset: string, work: () => Promise<void>): Promise<void> => {
  if (offset === '+100d') return work();
  const turn = lastTurn.then(work, work);
  lastTurn = turn.catch(() => undefined);
  return turn;
};

/** Creates a person with an agent that accepts everything, a pending approval and a deleted conversation. */
async function furnish(server: ServerProcess, atEnd: AtEnd) {
  const arrivals = new Arrivals();
  const hook = await openWebhook(arrivals, 5);
  atEnd(() => hook.close());
  const desk = await openDesk(known(server), ['coin.charge']);
  const { approvalId } = await desk.ask('coin.charge', { amount: 5, reason: 'tea' });
  desk.inbox.close();
  const ada = await signUp(known(server));
  const agent = await registerAgent(known(server), ada, { transport: 'webhook', webhook_url: hook.url });
  const rooms = [await openConversation(ada, agent), await openConversation(ada, agent)];
  const gone = await openConversation(ada, agent);
  await ada.del(`/v1/conversations/${gone}`);
  return { arrivals, desk, approvalId, ada, rooms, gone };
}

type Furnished = Awaited<ReturnType<typeof furnish>>;

/**
 * Sends messages until just before the kill, then checks the corrected server: everything arrives in time and nothing
 * is lost.
 */
async function talkAndKill(
  { arrivals, ada, rooms }: Pick<Furnished, 'arrivals' | 'ada' | 'rooms'>,
  speaker: Person,
  kill: () => Promise<unknown>,
  restart: () => Promise<unknown>,
) {
  const talker = new Talker(speaker, rooms, 20);
  talker.start();
  for (let wait = 0; wait < 200 && talker.accepted.length < 40; wait++) await pause(50);
  const accepted = [...talker.accepted];
  const stopped = talker.stop();
  await kill();
  await restart();
  const startedAt = Date.now();
  await stopped;
  const isThere = () => talker.accepted.every(({ text }) => arrivals.texts.has(text));
  while (!isThere() && Date.now() - startedAt < 20_000) await pause(50);
  expect(accepted.length).toBeGreaterThanOrEqual(40);
  expect(isThere()).toBe(true);
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  for (const room of rooms) {
    const times = (await messagesOf(ada, room, '?limit=200')).map((message) => Date.parse(message.createdAt));
    expect(Math.max(...times)).toBeLessThan(Date.now() + 60_000);
  }
  const { createdAt } = await say(ada, rooms[0] ?? '', 'afterwards');
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
}

async function expectNothingGone({ desk, approvalId, ada }: Furnished) {
  expect((await ada.get('/v1/session')).status).toBe(200);
  expect((await desk.person.get(`/v1/approvals/${approvalId}`)).body.item.state).toBe('pending');
}

/** Expects a recently deleted conversation to be kept for the retention time. */
async function expectKept({ db }: Pick<Storage, 'db'>, gone: string) {
  const { rows } = await sql`select from conversations where conversation_id = ${gone}`.execute(db);
  expect(rows).toHaveLength(1);
}

describe.skipIf(!mayFakeTime || testServerUrl === undefined)(
  `§27 one of two servers on PostgreSQL with a wrong clock${note}`,
  { concurrent: true },
  () => {
    it.for(offsets)(
      '%s: it is not ready, and nothing is late or erased',
      { timeout },
      async ([, offset, skew], context) => {
        const atEnd = endOf(context);
        await inTurn(offset, async () => {
          const database = await createDatabase(testServerUrl ?? '');
          atEnd(() => database.drop());
          const env = {
            DATABASE_URL: database.url,
            PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
            PARLEY_DATA_DIR: await freshFolder(atEnd),
          };
          const [right, wrong] = [await serverProcess(env), await serverProcess(env)];
          atEnd(() => Promise.all([right.end('SIGKILL'), wrong.end('SIGKILL')]));
          await right.start();
          const furnished = await furnish(right, atEnd);
          await wrong.start(faked(offset));
          expect((await call(`${right.baseUrl}/readyz`)).status).toBe(200);
          expect(await call(`${wrong.baseUrl}/readyz`)).toMatchObject({ status: 503, body: { reasons: ['clock'] } });
          expect((await readMetrics(wrong)).of('parley_clock_skew_seconds')).toBeCloseTo(skew, -1);
          if (offset === '+100d') await pause(sweptMs);
          const speaker = await signIn(known(wrong), furnished.ada);
          const kill = () => Promise.all([right.end('SIGKILL'), wrong.end('SIGKILL')]);
          // A person who uses the server with the wrong clock finds it corrected.
          const restart = () => Promise.all([right.start(), wrong.start()]);
          await talkAndKill(furnished, speaker, kill, restart);
          await expectNothingGone(furnished);
          const storage = await openPostgres({ databaseUrl: database.url, poolSize: 1 });
          await expectKept(storage, furnished.gone).finally(() => storage.close());
        });
      },
    );
  },
);

describe.skipIf(!mayFakeTime || embedded.skip)(
  `§27 an embedded server with a wrong clock${note}`,
  { concurrent: true },
  () => {
    it.for(offsets)('%s: nothing is late or erased once it is right', { timeout }, async ([, offset], context) => {
      const atEnd = endOf(context);
      await inTurn(offset, async () => {
        const folder = await freshFolder(atEnd);
        await prepareDataFolder(folder);
        const server = await serverProcess({ PARLEY_DATA_DIR: folder });
        atEnd(() => server.end('SIGKILL'));
        await server.start();
        const furnished = await furnish(server, atEnd);
        await server.end('SIGKILL');
        await server.start(faked(offset));
        if (offset === '+100d') {
          await pause(sweptMs);
          expect((await readMetrics(server)).of('parley_clock_jobs_waiting')).toBe(1);
        }
        const speaker = await signIn(known(server), furnished.ada);
        await talkAndKill(
          furnished,
          speaker,
          () => server.end('SIGKILL'),
          () => server.start(),
        );
        await expectNothingGone(furnished);
        await server.end('SIGKILL');
        const storage = await openPglite({ dataDir: folder });
        await expectKept(storage, furnished.gone).finally(() => storage.close());
      });
    });
  },
);

async function freshFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-clock-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
