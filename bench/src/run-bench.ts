import { accepting } from './measures/accepting.ts';
import { delivering } from './measures/delivering.ts';
import { reaching } from './measures/reaching.ts';
import type { Measure } from './measures/measure.ts';
import type { Contestant } from './contestants/contestant.ts';
import { parley } from './contestants/parley.ts';
import { peer } from './contestants/peer.ts';
import type { Database, DatabaseServer } from './database.ts';
import type { Options } from './options.ts';
import { forkProgram, type Forked } from './processes/fork.ts';
import { startRedis } from './processes/redis.ts';
import type { MeasureReport } from './report/report.ts';
import { summarize } from './report/summarize.ts';

export type Say = (line: string) => void;

interface Ground {
  readonly server: DatabaseServer;
  readonly load: Forked;
  readonly receiver: Forked;
  readonly contestants: ReadonlyMap<string, { readonly contestant: Contestant; readonly prepared: Database }>;
}

const measures = [accepting, delivering, reaching];

/** Runs the measures one after another; gives their reports and what was missing. */
export async function runBench(options: Options, server: DatabaseServer, say: Say) {
  const receiver = forkProgram('receiver/receiver-program.ts');
  const load = forkProgram('load/load-program.ts');
  const redis = await startRedis();
  const missing = redis ? [] : ['BullMQ: no redis-server could be started, so its rows are left out.'];
  try {
    const receiverUrl = `http://127.0.0.1:${await receiver.ask<number>('listen')}`;
    const chosen = [
      parley(receiverUrl, options.profileFolder),
      peer('graphile-worker', receiverUrl, null),
      peer('pg-boss', receiverUrl, null),
      ...(redis ? [peer('BullMQ', receiverUrl, redis)] : []),
    ];
    const contestants = new Map<string, { contestant: Contestant; prepared: Database }>();
    for (const contestant of chosen) {
      say(`Preparing ${contestant.name}`);
      const prepared = await server.create();
      await contestant.prepare(prepared);
      contestants.set(contestant.name, { contestant, prepared });
    }
    const ground: Ground = { server, load, receiver, contestants };
    const reports: MeasureReport[] = [];
    for (const measure of measures.filter(({ id }) => options.only === null || options.only === id)) {
      reports.push(await takeTurns(measure, options, ground, say));
    }
    return { reports, missing };
  } finally {
    await Promise.all([receiver.stop(), load.stop(), redis?.stop()]);
  }
}

/** Interleaves: every contestant once, then every contestant again, so that a slow minute of the machine falls on all. */
async function takeTurns(measure: Measure, { scale }: Options, ground: Ground, say: Say): Promise<MeasureReport> {
  const taken = new Map<string, number[][]>();
  for (let repeat = 1; repeat <= scale.repeats; repeat++) {
    for (const name of measure.contestants) {
      const entry = ground.contestants.get(name);
      if (!entry) continue;
      const values = await onCopy(entry, measure, ground, scale);
      taken.set(name, [...(taken.get(name) ?? []), values]);
      say(`${measure.id} ${repeat}/${scale.repeats} ${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
    }
  }
  return summarize(measure, taken);
}

/** Each measurement has a new process and a new copy of the prepared database: none inherits rows, bloat or a warm compiler. */
async function onCopy(
  { contestant, prepared }: { readonly contestant: Contestant; readonly prepared: Database },
  measure: Measure,
  { server, load, receiver }: Ground,
  scale: Options['scale'],
): Promise<number[]> {
  const database = await server.create(prepared);
  try {
    const running = await contestant.start(database, measure.role);
    try {
      const checkpoint = () => server.checkpoint();
      return await measure.take({ contestant, running, database, load, receiver, checkpoint, scale });
    } finally {
      await running.stop();
    }
  } finally {
    await database.drop();
  }
}
