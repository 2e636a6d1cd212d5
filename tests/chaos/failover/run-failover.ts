import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from '../../../packages/server/src/testing/postgres-template.ts';
import { seededRandom } from '../../../packages/server/src/testing/seeded-random.ts';
import { askAny } from '../crowd/ask-any.ts';
import { gather } from '../crowd/gather.ts';
import { awaitSettled } from '../history/await-settled.ts';
import { checkDeliveries } from '../history/check-deliveries.ts';
import { checkErrands } from '../history/check-errands.ts';
import { checkMessages } from '../history/check-messages.ts';
import { History } from '../history/history.ts';
import type { Verdict } from '../history/verdict.ts';
import type { Database } from '../place/database.ts';
import { openFleet, type Fleet } from '../place/fleet.ts';
import { startNats } from '../place/nats-server.ts';
import { checkRepeats } from './check-repeats.ts';
import { startPair, type Pair } from './pair.ts';
import { scenarios, type ScenarioName } from './scenario.ts';

export interface FailoverOptions {
  readonly scenario: ScenarioName;
  /** How long people talk before the failover, and again after it. */
  readonly seconds: number;
  /** Whether the old primary comes back beside the new one, and a server starts while both take writes. */
  readonly isOldOneBack: boolean;
}

export interface Outcome extends Verdict {
  /** From the loss of the primary to the first message accepted after the promotion began. */
  readonly withoutWritesMs: number;
  /** Messages that were answered with 201 or 202 and are not there. */
  readonly lost: number;
}

const impatience = {
  PARLEY_RETRY_SCHEDULE: '1s,1s,2s,2s,3s',
  PARLEY_MAX_ATTEMPTS: '20',
  PARLEY_APPROVAL_TTL: '4s',
  PARLEY_STARTING_COINS: '100000',
};
const recoverWithinMs = 60_000;
const settleWithinMs = 120_000;

/** Lets a crowd talk through two servers while a standby takes over, and compares what was promised with what is there. */
export async function runFailover(options: FailoverOptions, say: (line: string) => void): Promise<Outcome> {
  const ends: (() => Promise<unknown>)[] = [];
  const opened = async <T>(thing: T, close: (thing: T) => Promise<unknown>): Promise<T> => {
    ends.push(() => close(thing));
    return thing;
  };
  try {
    const pair = await opened(await startPair(scenarios[options.scenario].isSynchronous), (each) => each.close());
    const nats = await opened(await startNats(), async (each) => each?.stop());
    if (nats === null) say('SKIPPED: signals over NATS, which is not installed');
    const folder = await opened(await mkdtemp(join(tmpdir(), 'parley-failover-assets-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const { url } = await createDatabase(`postgres://postgres@127.0.0.1:${pair.primary.port}/postgres`);
    const name = new URL(url).pathname.slice(1);
    const env = {
      ...impatience,
      DATABASE_URL: pair.urlOf(name),
      ...(nats ? { NATS_URL: nats.url } : {}),
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PARLEY_DATA_DIR: folder,
    };
    const fleet = await opened(await openFleet(2, env), (each) => each.end());
    await fleet.start();
    return await play(options, { pair, fleet, name }, say);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Place {
  readonly pair: Pair;
  readonly fleet: Fleet;
  /** Name of the database. */
  readonly name: string;
}

async function play(options: FailoverOptions, { pair, fleet, name }: Place, say: (line: string) => void) {
  const history = new History();
  const random = seededRandom(1);
  const stage = { fleet, history, random, ask: askAny(fleet, history, random), isMoody: false };
  const crowd = await gather(stage);
  try {
    crowd.start();
    await pause(options.seconds * 1000);
    const before = history.accepted.length;
    const lostAt = await scenarios[options.scenario].takeOver(pair);
    say(`${options.scenario}: the standby takes writes after ${Date.now() - lostAt} ms`);
    const back = await firstAfter(history, before, Date.now());
    const withoutWritesMs = back - lostAt;
    say(`${options.scenario}: the servers write again after ${withoutWritesMs} ms`);
    if (options.isOldOneBack) await bringBack(pair, fleet);
    await pause(options.seconds * 1000);
    const database = databaseAt(pair, name);
    const hushed = await Promise.race([crowd.hush().then(() => true), pause(settleWithinMs, false, { ref: false })]);
    const left = hushed ? await awaitSettled(database, settleWithinMs) : 'some requests were never answered';
    const verdicts = [
      await checkMessages(database, history),
      await checkDeliveries(database, history),
      await checkErrands(database, history),
      await checkRepeats(stage, crowd.rooms),
    ];
    const broken = [
      ...(left === null ? [] : [`It did not come to rest: ${left}`]),
      ...verdicts.flatMap((verdict) => verdict.broken),
      ...(options.isOldOneBack ? await writesAtOldOne(pair, name, back) : []),
    ];
    const lost = broken.filter((sentence) => sentence.startsWith('LOST: msg')).length;
    return { figures: verdicts.flatMap(({ figures }) => figures), broken, lost, withoutWritesMs };
  } finally {
    await crowd.leave();
  }
}

/** Resolves to when the first message was accepted behind the given ones and this time. */
async function firstAfter({ accepted }: History, count: number, at: number): Promise<number> {
  for (const end = Date.now() + recoverWithinMs; Date.now() < end; await pause(5)) {
    const first = accepted.slice(count).find((message) => message.at >= at);
    if (first) return first.at;
  }
  throw new Error(`No message was accepted within ${recoverWithinMs} ms.`);
}

/** Starts the old primary as it was, which nobody fences here, and a server that has never seen the new one. */
async function bringBack({ primary }: Pair, fleet: Fleet): Promise<void> {
  await primary.start({ synchronous_standby_names: '' });
  await fleet.servers[1]?.end('SIGKILL');
  await fleet.revive(1);
}

async function writesAtOldOne({ primary }: Pair, name: string, since: number): Promise<string[]> {
  return withClient(`postgres://postgres@127.0.0.1:${primary.port}/${name}`, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from messages where created_at > $1',
      [new Date(since)],
    );
    return rows[0]?.count === 0 ? [] : [`${rows[0]?.count} messages were written to the old primary`];
  });
}

function databaseAt({ standby }: Pair, name: string): Database {
  const url = `postgres://postgres@127.0.0.1:${standby.port}/${name}`;
  return { url, own: null, withClient: (work) => withClient(url, work), drop: async () => undefined };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
