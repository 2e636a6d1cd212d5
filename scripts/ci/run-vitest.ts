import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { failedFiles, tallyOf, vitestReport, withoutFiles } from './reports.ts';
import type { Stage } from './stage.ts';
import { addTallies, type Tally } from './tally.ts';

/** So many files may fail for want of time; more than that is a fault, and is not tried again. */
const mostFilesAgain = 5;

/** A run of Vitest: what its report is called, its command, the folders whose tests run (all where none is named), and its limit. */
export interface VitestRun {
  readonly name: string;
  readonly command: readonly string[];
  readonly folders: readonly string[];
  readonly limitMinutes: number;
  readonly environment: Record<string, string>;
}

/**
 * Runs tests and counts them. The few files that failed run once more, one at a time: a test that was held up by what ran
 * beside it passes then, and its file is named loudly; a fault fails twice.
 */
export async function runVitest(stage: Stage, run: VitestRun): Promise<Tally> {
  const first = await runOnce(stage, run, run.name, run.folders);
  const failed = failedFiles(first.report).map((file) => relative(stage.root, file));
  if (failed.length === 0 || failed.length > mostFilesAgain) return tallyOf(first.path, vitestReport, first.status);
  console.log(`\nFAILED, and run once more, alone: ${failed.join(', ')}`);
  const second = await runOnce(stage, run, `${run.name}-again`, [...failed, '--maxWorkers=1']);
  const failedTwice = new Set(failedFiles(second.report).map((file) => relative(stage.root, file)));
  for (const file of failed.filter((name) => !failedTwice.has(name)))
    console.log(`UNSTEADY: ${file} passed only when it ran alone.`);
  const again = await tallyOf(second.path, vitestReport, second.status);
  return addTallies([vitestReport(withoutFiles(first.report, failedFiles(first.report))), again]);
}

async function runOnce(stage: Stage, run: VitestRun, name: string, more: readonly string[]) {
  const path = stage.reportPath(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const { status } = await stage.run([...run.command, ...more, ...reporters], run.limitMinutes, run.environment);
  const report = await readFile(path, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  return { path, status, report };
}
