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
      const { report, repeats } = await takeTurns(measure, options, ground, say);
      reports.push(report);
      if (repeats < options.scale.repeats) {
        missing.push(`${measure.title}: time for ${repeats} of ${options.scale.repeats} repeats; the machine is busy.`);
      }
    }
    return { reports, missing };
  } finally {
    await Promise.all([receiver.stop(), load.stop(), redis?.stop()]);
  }
}

/**
 * Interleaves: every contestant once, then every contestant again, so that a slow minute of the machine falls on all. It begins
 * no repeat that would not end within the measure's share of the time.
 */
async function takeTurns(measure: Measure, { scale }: Options, ground: Ground, say: Say) {
  const taken = new Map<string, number[][]>();
  const startedAt = performance.now();
  let repeats = 0;
  while (repeats < scale.repeats && fits(repeats, performance.now() - startedAt, scale.budgetMs * measure.share)) {
    repeats++;
    for (const name of measure.contestants) {
      const entry = ground.contestants.get(name);
      if (!entry) continue;
      const values = await onCopy(entry, measure, ground, scale);
      taken.set(name, [...(taken.get(name) ?? []), values]);
      say(`${measure.id} ${repeats}/${scale.repeats} ${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
    }
  }
  return { report: summarize(measure, taken), repeats };
}

function fits(repeatsDone: number, spentMs: number, budgetMs: number): boolean {
  return repeatsDone === 0 || spentMs + spentMs / repeatsDone <= budgetMs;
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
