import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { playwrightReport, pythonReport, tallyOf, vitestReport } from './reports.ts';

const assertionResults = ['passed', 'passed', 'passed', 'pending', 'todo'].map((status) => ({ status }));
const vitest = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] };

it('counts the tests of a vitest report, and a file that could not be loaded as one failure', () => {
  const testResults = [...vitest.testResults, { name: 'b.test.ts', status: 'failed', assertionResults: [] }];
  expect(vitestReport(vitest)).toEqual({ passed: 3, failed: 0, skipped: 2, failures: [] });
  expect(vitestReport({ testResults })).toMatchObject({ failed: 1, failures: ['b.test.ts: cannot be loaded'] });
});

it('names the test of a vitest report that failed', () => {
  const failed = [{ status: 'failed', fullName: 'answers' }];
  const testResults = [{ name: 'b.test.ts', status: 'failed', assertionResults: failed }];
  expect(vitestReport({ testResults })).toMatchObject({ failed: 1, failures: ['b.test.ts: answers'] });
});

it('counts the tests of a playwright report, and errors outside of tests', () => {
  const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 };
  const specs = [
    { title: 'opens', ok: true },
    { title: 'closes', ok: false },
  ];
  const suites = [{ file: 'a.spec.ts', specs: [], suites: [{ file: 'a.spec.ts', specs }] }];
  const tally = playwrightReport({ stats, suites, errors: [{ message: 'no server' }] });
  expect(tally).toEqual({ passed: 5, failed: 3, skipped: 3, failures: ['a.spec.ts: closes', 'no server'] });
});

it('takes the counts of the Python tests as they are, and none at all as a failure', () => {
  const counts = { passed: 3, failed: 1, skipped: 2 };
  expect(pythonReport(counts)).toEqual({ ...counts, failures: ['the Python tests'] });
  expect(pythonReport({ passed: 0, failed: 0, skipped: 0 }).failed).toBe(1);
});

it('counts a run as failed that left no report, an unreadable one, or an exit status nothing explains', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-reports-'));
  await writeFile(join(folder, 'broken.json'), '{');
  await writeFile(join(folder, 'good.json'), JSON.stringify(vitest));
  expect((await tallyOf(join(folder, 'absent.json'), vitestReport, 0)).failed).toBe(1);
  expect((await tallyOf(join(folder, 'broken.json'), vitestReport, 0)).failed).toBe(1);
  expect(await tallyOf(join(folder, 'good.json'), vitestReport, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: ['exit status 1'],
  });
  expect((await tallyOf(join(folder, 'good.json'), vitestReport, 0)).failed).toBe(0);
  await rm(folder, { recursive: true });
});
