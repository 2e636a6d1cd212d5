import { readFile } from 'node:fs/promises';
import { addTallies, oneFailed, type Tally } from './tally.ts';

/** What a runner's JSON report counts. */
type ReadReport = (report: unknown) => Tally;

/** Vitest's JSON report; a file that could not even be loaded has no tests and counts as one failure. */
export const vitestReport: ReadReport = (report) => {
  const { testResults } = report as VitestReport;
  const count = (...statuses: string[]) =>
    testResults.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  const failures = testResults.flatMap(failuresOf);
  return {
    passed: count('passed'),
    failed: failures.length,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
    failures,
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
  const { stats, errors, suites } = report as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(brokenSpecs), ...errors.map(({ message }) => message.slice(0, 200))],
  };
};

/** The counts that the tests of the Python package write; a run without a test is a failure. */
export const pythonReport: ReadReport = (report) => {
  const { passed, failed, skipped } = report as Tally;
  if (passed + failed === 0) return oneFailed('the Python tests: there are none');
  return { passed, failed, skipped, failures: failed > 0 ? ['the Python tests'] : [] };
};

/** Counts what a run reported in `path`. A run that failed without saying which test, or left no report, has one failure. */
export async function tallyOf(path: string, read: ReadReport, status: number | null): Promise<Tally> {
  const tally = await readFile(path, 'utf8')
    .then((text) => read(JSON.parse(text)))
    .catch(() => oneFailed(`no report in ${path}`));
  return status !== 0 && tally.failed === 0 ? addTallies([tally, oneFailed(`exit status ${status}`)]) : tally;
}

function failuresOf({ name, status, assertionResults }: VitestReport['testResults'][number]): string[] {
  if (status === 'failed' && assertionResults.length === 0) return [`${name}: cannot be loaded`];
  return assertionResults.filter((test) => test.status === 'failed').map((test) => `${name}: ${test.fullName}`);
}

function brokenSpecs({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  return [...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`), ...suites.flatMap(brokenSpecs)];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  readonly errors: readonly { readonly message: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly PlaywrightSuite[];
}
