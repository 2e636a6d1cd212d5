import { readFile } from 'node:fs/promises';
import { oneFailed, type Tally } from './tally.ts';

/** What a runner's JSON report counts. */
type ReadReport = (report: unknown) => Tally;

/** Vitest's JSON report; a file that could not even be loaded has no tests and counts as one failure. */
export const vitestReport: ReadReport = (report) => {
  const { testResults } = report as VitestReport;
  const count = (...statuses: string[]) =>
    testResults.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  const unloadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: count('passed'),
    failed: count('failed') + unloadable.length,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  };
};

/** The files of Vitest's report in which something failed; none where there is no report. */
export function failedFiles(report: unknown): readonly string[] {
  const { testResults } = (report ?? { testResults: [] }) as VitestReport;
  return testResults.filter((file) => file.status === 'failed').map((file) => file.name);
}

/** Vitest's report without those files. */
export function withoutFiles(report: unknown, files: readonly string[]): unknown {
  const { testResults } = report as VitestReport;
  return { testResults: testResults.filter((file) => !files.includes(file.name)) };
}

/** Playwright's JSON report; a flaky test passed in the end, and an error outside every test counts as a failure. */
export const playwrightReport: ReadReport = (report) => {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
};

/** The counts that the tests of the Python package write; a run without a test is a failure. */
export const pythonReport: ReadReport = (report) => {
  const { passed, failed, skipped } = report as Tally;
  return passed + failed === 0 ? oneFailed : { passed, failed, skipped };
};

/** Counts what a run reported in `path`. A run that failed without saying which test, or left no report, has one failure. */
export async function tallyOf(path: string, read: ReadReport, status: number | null): Promise<Tally> {
  const tally = await readFile(path, 'utf8')
    .then((text) => read(JSON.parse(text)))
    .catch(() => oneFailed);
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  readonly errors: readonly unknown[];
}
