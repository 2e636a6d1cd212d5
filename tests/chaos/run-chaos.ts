import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionTimeouts } from '../../packages/server/src/platform/storage/demand-settings.ts';
import { planning } from '../../packages/server/src/platform/storage/planning.ts';
import { seededRandom } from '../../packages/server/src/testing/seeded-random.ts';
import { askAny } from './crowd/ask-any.ts';
import { gather } from './crowd/gather.ts';
import { runNemesis, type Calm } from './faults/nemesis.ts';
import { awaitSettled } from './history/await-settled.ts';
import { checkDeliveries } from './history/check-deliveries.ts';
import { checkErrands } from './history/check-errands.ts';
import { checkMessages } from './history/check-messages.ts';
import { measureDelays } from './history/delays.ts';
import { History } from './history/history.ts';
import type { Verdict } from './history/verdict.ts';
import { clockJumpOption } from './place/clock-jump.ts';
import { openDatabase, type Database } from './place/database.ts';
import { openFleet } from './place/fleet.ts';
import { startNats } from './place/nats-server.ts';
import { startOwnPostgres } from '../../packages/server/src/testing/postgres/own-postgres.ts';
import { startPooler, type Pooler } from './place/pooler.ts';
import type { Settings } from './settings.ts';

/** All delays short, so that what has to end does so while somebody watches. */
const impatience = {
  PARLEY_RETRY_SCHEDULE: '1s,2s,3s,4s,5s',
  PARLEY_MAX_ATTEMPTS: '20',
  PARLEY_APPROVAL_TTL: '8s',
  PARLEY_STARTING_COINS: '100000',
};
const settlePatienceMs = 240_000;
const roleSettings = [...planning, ...Object.entries(sessionTimeouts)];

/**
 * Lets a crowd talk through several servers while faults come over them, and afterwards holds what was promised against what is
 * there. Resolves to the figures, and to what was broken: nothing, where all is well.
 */
export async function runChaos(
  settings: Settings,
  say: (line: string) => void,
  calm: Calm = { minMs: 2000, maxMs: 6000 },
): Promise<Verdict> {
  const own = settings.databaseServerUrl === null ? await startOwnPostgres() : null;
  const serverUrl = settings.databaseServerUrl ?? own?.url;
  if (serverUrl === undefined) throw new Error('PostgreSQL is not installed here, and no server for tests was named.');
  const folder = await mkdtemp(join(tmpdir(), 'parley-chaos-assets-'));
  const nats = settings.signals === 'nats' ? await startNats() : null;
  if (settings.signals === 'nats' && nats === null) throw new Error('NATS is not installed here.');
  const database = await openDatabase(serverUrl, own);
  const pooler = settings.pooler === null ? null : await openPooler(settings.pooler, serverUrl, database);
  const fleet = await openFleet(settings.servers, {
    ...impatience,
    DATABASE_URL: pooler?.urlOf(database.url) ?? database.url,
    ...(nats ? { NATS_URL: nats.url } : {}),
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    PARLEY_DATA_DIR: folder,
    NODE_OPTIONS: clockJumpOption,
  });
  try {
    await fleet.start();
    return await play(settings, { fleet, database, nats }, say, calm);
  } finally {
    await fleet.end();
    await nats?.stop();
    await pooler?.close();
    await database.drop().catch(() => undefined);
    await own?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives the role what the pooler drops, as an operator does. */
async function openPooler(program: string, serverUrl: string, database: Database): Promise<Pooler> {
  await database.withClient(async (client) => {
    for (const [name, value] of roleSettings) await client.query(`alter role current_user set ${name} = '${value}'`);
  });
  return startPooler(program, serverUrl);
}

type Cast = Omit<Parameters<typeof runNemesis>[0], 'random'>;

async function play(settings: Settings, cast: Cast, say: (line: string) => void, calm: Calm): Promise<Verdict> {
  const history = new History();
  // One stream of choices for the faults alone, so that they do not depend on how the crowd's requests fall.
  const [forFaults, forCrowd] = [seededRandom(settings.seed), seededRandom(settings.seed + 1)];
  const stage = {
    fleet: cast.fleet,
    history,
    random: forCrowd,
    ask: askAny(cast.fleet, history, forCrowd),
    isMoody: settings.agents === 'moody',
  };
  const crowd = await gather(stage);
  try {
    say(`${settings.servers} servers are up; seed ${settings.seed}, signals over ${settings.signals}`);
    crowd.start();
    const until = Date.now() + settings.seconds * 1000;
    await runNemesis({ ...cast, random: forFaults }, settings.faults, until, calm, history, say);
    await pause(Math.max(0, until - Date.now()));
    const left = await settle(crowd.hush(), cast.database);
    const verdict = await check(cast.database, history);
    return left === null ? verdict : { ...verdict, broken: [`It did not come to rest: ${left}`, ...verdict.broken] };
  } finally {
    await crowd.leave();
  }
}

async function settle(hushed: Promise<void>, database: Database): Promise<string | null> {
  const isHushed = await Promise.race([hushed.then(() => true), pause(settlePatienceMs, false, { ref: false })]);
  if (!isHushed) return 'some requests were never answered';
  return awaitSettled(database, settlePatienceMs);
}

async function check(database: Database, history: History): Promise<Verdict> {
  const verdicts = [
    await checkMessages(database, history),
    await checkDeliveries(database, history),
    await checkErrands(database, history),
    measureDelays(history),
  ];
  return {
    figures: [...verdicts.flatMap(({ figures }) => figures), ['faults', history.strikes.length]],
    broken: verdicts.flatMap(({ broken }) => broken),
  };
}
