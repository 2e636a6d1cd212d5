import { cpus, loadavg } from 'node:os';
import { buildServer, currentCommit } from './build.ts';
import { openDatabaseServer, type DatabaseServer } from './database.ts';
import { readOptions, usage, type Options } from './options.ts';
import { stolenSince } from './processes/stolen.ts';
import type { Report } from './report/report.ts';
import { keepReport } from './report/results.ts';
import { writeTable } from './report/table.ts';

/** Measures Parley beside its peers, prints the tables and writes the results. */
async function main(options: Options): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > cpus().length / 2)
    shout(`The machine is busy (load ${loadBefore.toFixed(1)}); trust the ratios only.`);
  buildServer();
  // Only now: what it imports of the workspace may not have been built before.
  const { runBench } = await import('./run-bench.ts');
  const server = await reach(options.databaseUrl);
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version, loadBefore };
  const told = new Set<string>();
  const stolen = stolenSince();
  let startedAt = new Date().toISOString();
  try {
    await runBench(options, server, say, async (measure, missing) => {
      const finishedAt = new Date().toISOString();
      const share = stolen();
      const frame = { startedAt, finishedAt, quick: options.quick, commit: currentCommit() };
      const report: Report = {
        ...frame,
        machine: { ...machine, stolen: share },
        database: server.settings,
        missing,
        measure,
      };
      startedAt = finishedAt;
      say(`\n### ${measure.title}\n\n${writeTable(measure)}\n`);
      for (const lack of missing) if (!told.has(lack)) shout(lack);
      for (const lack of missing) told.add(lack);
      say(`Written to ${await keepReport(report)}`);
    });
  } finally {
    await server.close();
  }
}

async function reach(databaseUrl: string): Promise<DatabaseServer> {
  try {
    const server = await openDatabaseServer(databaseUrl);
    if (server.settings['fsync'] !== 'on')
      shout('fsync is off: no row of this run is durable, and no ratio means much.');
    return server;
  } catch (error) {
    const { host } = new URL(databaseUrl);
    throw new Error(`No PostgreSQL is reachable at ${host}; nothing can be measured without one. (${String(error)})`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function shout(line: string): void {
  process.stderr.write(`\n!!! ${line}\n\n`);
}

if (process.argv.includes('--help')) say(usage);
else {
  // An exit ends what was started with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await main(readOptions(process.argv.slice(2))).catch((error: unknown) => {
    shout(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  });
}
