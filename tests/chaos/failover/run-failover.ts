import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { clientsOf, type Database } from '../place/database.ts';
import { openFleet, type Fleet } from '../place/fleet.ts';
import { startNats } from '../place/nats-server.ts';
import { checkRepeats } from './check-repeats.ts';
import type { Trial } from './trial.ts';

export interface Outcome extends Verdict {
  /** Of each failover, from the loss of the primary to the first message that was accepted at the new one. */
  readonly withoutWritesMs: readonly number[];
  /** Messages that were answered with 201 or 202 and are not there. */
  readonly lost: number;
}

const impatience = {
  PARLEY_RETRY_SCHEDULE: '1s,1s,2s,2s,3s',
  PARLEY_MAX_ATTEMPTS: '20',
  PARLEY_APPROVAL_TTL: '4s',
  PARLEY_STARTING_COINS: '100000',
};
const recoverWithinMs = 120_000;
const settleWithinMs = 120_000;

/**
 * Lets a crowd talk through two servers while a standby takes over, and compares what was promised with what is there.
 * Ends the trial.
 *
 * @param seconds How long people talk before each failover, and after the last one.
 */
export async function runFailover(trial: Trial, seconds: number, say: (line: string) => void): Promise<Outcome> {
  const ends: (() => Promise<unknown>)[] = [() => trial.close()];
  try {
    const nats = await startNats();
    ends.push(async () => nats?.stop());
    if (nats === null) say('SKIPPED: signals over NATS, which is not installed');
    const folder = await mkdtemp(join(tmpdir(), 'parley-failover-assets-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const { url } = await createDatabase(await trial.primaryUrlOf('postgres'));
    const name = new URL(url).pathname.slice(1);
    const fleet = await openFleet(2, {
      ...impatience,
      DATABASE_URL: trial.urlOf(name),
      ...(nats ? { NATS_URL: nats.url } : {}),
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PARLEY_DATA_DIR: folder,
    });
    ends.push(() => fleet.end());
    await fleet.start();
    return await play(trial, { fleet, name, seconds }, say);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Stand {
  readonly fleet: Fleet;
  /** Name of the database. */
  readonly name: string;
  readonly seconds: number;
}

async function play(trial: Trial, { fleet, name, seconds }: Stand, say: (line: string) => void): Promise<Outcome> {
  const history = new History();
  const random = seededRandom(1);
  const stage = { fleet, history, random, ask: askAny(fleet, history, random), isMoody: false };
  const crowd = await gather(stage);
  try {
    crowd.start();
    const withoutWritesMs: number[] = [];
    for (let turn = 0; turn < trial.takeOvers; turn++) {
      await pause(seconds * 1000);
      const before = history.accepted.length;
      const lostAt = await trial.takeOver();
      say(`${trial.name}: another server takes writes after ${Date.now() - lostAt} ms`);
      withoutWritesMs.push((await firstAfter(history, before, Date.now())) - lostAt);
      say(`${trial.name}: a message is accepted after ${withoutWritesMs.at(-1)} ms`);
      await trial.bringBack();
      // It has never seen the new primary.
      await fleet.servers[1]?.end('SIGKILL');
      await fleet.revive(1);
    }
    await pause(seconds * 1000);
    const database = databaseAt(await trial.primaryUrlOf(name));
    const isHushed = await Promise.race([crowd.hush().then(() => true), pause(settleWithinMs, false, { ref: false })]);
    const left = isHushed ? await awaitSettled(database, settleWithinMs) : 'some requests were never answered';
    const verdicts = [
      await checkMessages(database, history),
      await checkDeliveries(database, history),
      await checkErrands(database, history),
      await checkRepeats(stage, crowd.rooms),
    ];
    const broken = [
      ...(left === null ? [] : [`It did not come to rest: ${left}`]),
      ...verdicts.flatMap((verdict) => verdict.broken),
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

function databaseAt(url: string): Database {
  return { url, own: null, withClient: clientsOf(url), drop: async () => undefined };
}
