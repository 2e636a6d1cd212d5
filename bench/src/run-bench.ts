import { roster } from './ground/roster.ts';
import type { Ends, Ground } from './ground/ground.ts';
import type { Measure } from './measures/measure.ts';
import { chosenOf } from './measures/measures.ts';
import type { DatabaseServer } from './database.ts';
import type { Options } from './options.ts';
import { makeCertificate } from './processes/certificate.ts';
import { forkProgram } from './processes/fork.ts';
import { startRedis } from './processes/redis.ts';
import type { MeasureReport } from './report/report.ts';
import { summarize, type Taken } from './report/summarize.ts';

export type Say = (line: string) => void;

/** Runs the measures one after another; hands over each report when it is there, with what was missing. */
export async function runBench(
  options: Options,
  server: DatabaseServer,
  say: Say,
  keep: (report: MeasureReport, missing: readonly string[]) => Promise<void>,
): Promise<void> {
  const chosen = chosenOf(options);
  const missing: string[] = [];
  const certificate = await makeCertificate();
  if (!certificate) missing.push('HTTPS: no openssl made a certificate, so agents were reached over plain HTTP.');
  const receiver = forkProgram('receiver/receiver-program.ts');
  const load = forkProgram('load/load-program.ts', certificate?.file);
  const redis = await startRedis();
  if (!redis) missing.push('BullMQ: no redis-server could be started, so its rows are left out.');
  try {
    const urls = await receiver.ask<Pick<Ends, 'plainUrl' | 'secureUrl'>>('listen', certificate);
    const ends: Ends = { ...urls, authorityFile: certificate?.file ?? null };
    const { profileFolder, scale } = options;
    const prepared = roster({ server, redis, say, ends, profileFolder, receiver, scale });
    const lacks = (sentence: string) => missing.includes(sentence) || missing.push(sentence);
    const ground: Ground = { server, load, receiver, ends, scale, profileFolder, lacks, ...prepared };
    for (const measure of chosen) await keep(await takeTurns(measure, options, ground, say), missing);
  } finally {
    await Promise.all([receiver.stop(), load.stop(), redis?.stop(), certificate?.remove()]);
  }
}

/**
 * Interleaves: every entrant once, then every entrant again, so that a slow minute of the machine falls on all. It begins
 * no repeat that would not end within the measure's time.
 */
async function takeTurns(
  measure: Measure,
  { quick, scale }: Options,
  ground: Ground,
  say: Say,
): Promise<MeasureReport> {
  const taken = new Map<string, number[][]>();
  const budgetMs = measure.budgetSeconds[quick ? 'quick' : 'full'] * 1000;
  const wanted = measure.once ? 1 : scale.repeats;
  const spentMs = () => performance.now() - ground.preparingMs();
  const startedAt = spentMs();
  let repeats = 0;
  while (repeats < wanted && fits(repeats, spentMs() - startedAt, budgetMs)) {
    repeats++;
    for (const { name, take } of measure.entrants) {
      const values = await take(ground);
      if (!values) continue;
      taken.set(name, [...(taken.get(name) ?? []), values]);
      say(`${measure.id} ${repeats}/${wanted} ${name}: ${values.map((value) => value.toFixed(2)).join(', ')}`);
    }
  }
  if (repeats < wanted) ground.lacks(`${measure.title}: time for ${repeats} of ${wanted} repeats.`);
  return summarize(measure, taken satisfies Taken);
}

function fits(repeatsDone: number, spentMs: number, budgetMs: number): boolean {
  return repeatsDone === 0 || spentMs + spentMs / repeatsDone <= budgetMs;
}
