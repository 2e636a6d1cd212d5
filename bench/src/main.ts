import { mkdir, rename, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildServer, currentCommit } from './build.ts';
import { openDatabaseServer, type DatabaseServer } from './database.ts';
import { readOptions, usage, type Options } from './options.ts';
import type { Report } from './report/report.ts';
import { writeTables } from './report/table.ts';

const resultFile = fileURLToPath(new URL('../results/latest.json', import.meta.url));

/** Measures Parley beside its peers, prints the tables and writes the result. */
async function main(options: Options): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > cpus().length / 2)
    shout(`The machine is busy (load ${loadBefore.toFixed(1)}); trust the ratios only.`);
  buildServer();
  // Only now: what it imports of the workspace may not have been built before.
  const { runBench } = await import('./run-bench.ts');
  const server = await reach(options.databaseUrl);
  const startedAt = new Date().toISOString();
  try {
    const { reports, missing } = await runBench(options, server, say);
    const report: Report = {
      startedAt,
      finishedAt: new Date().toISOString(),
      quick: options.quick,
      commit: currentCommit(),
      machine: { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version, loadBefore },
      database: server.settings,
      missing,
      measures: reports,
    };
    say(`\n${writeTables(report)}\n`);
    for (const lack of missing) shout(lack);
    if (options.only === null) await keep(report);
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

async function keep(report: Report): Promise<void> {
  await mkdir(new URL('.', `file://${resultFile}`), { recursive: true });
  await writeFile(`${resultFile}.tmp`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${resultFile}.tmp`, resultFile);
  say(`Written to ${resultFile}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function shout(line: string): void {
  process.stderr.write(`\n!!! ${line}\n\n`);
}

if (process.argv.includes('--help')) say(usage);
else {
  await main(readOptions(process.argv.slice(2))).catch((error: unknown) => {
    shout(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  });
}
