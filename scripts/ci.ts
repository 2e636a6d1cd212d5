import { join } from 'node:path';
import { browserTests } from './ci/browser-stage.ts';
import { checks } from './ci/check-stage.ts';
import { debianPrograms } from './ci/debian-programs.ts';
import { firstMinutes } from './ci/first-minutes-stage.ts';
import { otherNodes } from './ci/other-nodes-stage.ts';
import { otherRuntimes } from './ci/other-runtimes-stage.ts';
import { serverPackage } from './ci/package-stage.ts';
import { packages } from './ci/pack-stage.ts';
import { pythonTests } from './ci/python-stage.ts';
import { openStage } from './ci/stage.ts';
import { addTallies, failureLines, oneFailed, stageLine, tallyLine, type Tally } from './ci/tally.ts';
import { useTemporaryFolder } from './ci/temporary-folder.ts';
import { newestPostgres, serverTestsOnPostgres, unitTests } from './ci/test-stages.ts';
import { rollingUpgrade } from './ci/upgrade-stage.ts';

// Every stage runs, whatever became of the ones before it; those that wait for most of their time run beside each other. The last line is
// the sum.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
useTemporaryFolder(process.env);
const stage = openStage(join(import.meta.dirname, '..'));
const results: [string, Tally, number][] = [];

const stages = [
  [debianPrograms],
  [unitTests],
  [checks],
  [serverTestsOnPostgres],
  [newestPostgres, rollingUpgrade, pythonTests],
  [browserTests],
  [packages],
  [firstMinutes, serverPackage, otherNodes, otherRuntimes],
];

for (const together of stages) await Promise.all(together.map(runStage));

console.log('');
for (const [name, tally, minutes] of results) console.log(`${stageLine(name, tally)} (${minutes.toFixed(1)} min)`);
const total = addTallies(results.map(([, tally]) => tally));
for (const line of failureLines(total)) console.log(line);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(tallyLine(total));

async function runStage(run: (typeof stages)[number][number]): Promise<void> {
  const began = performance.now();
  const tally = await run(stage).catch((error: unknown) => {
    console.error(error);
    return oneFailed(String(error));
  });
  results.push([run.name, tally, (performance.now() - began) / 60_000]);
}
