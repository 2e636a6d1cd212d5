import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { runVitest } from './run-vitest.ts';

const root = await mkdtemp(join(tmpdir(), 'parley-run-vitest-'));
afterAll(() => rm(root, { recursive: true }));

const said = vi.spyOn(console, 'log');
beforeEach(() => void said.mockReset().mockImplementation(() => undefined));

/** Runs as a stage does, where each run of the command leaves the next of these reports: a status a file. */
async function outcomeOf(...reports: Record<string, string>[]) {
  const commands: string[][] = [];
  const tally = await runVitest(
    {
      root,
      reportPath: (name) => join(root, `${name}.json`),
      run: async (command) => {
        const report = reports[commands.push([...command]) - 1] ?? {};
        const path = command.at(-1)?.split('=')[1] ?? '';
        await writeFile(path, JSON.stringify({ testResults: Object.entries(report).map(fileOf) }));
        return { status: Object.values(report).includes('failed') ? 1 : 0, seconds: 1 };
      },
    },
    { name: 'unit', command: ['vitest', 'run'], folders: ['packages/'], limitMinutes: 1, environment: {} },
  );
  return { tally, commands };
}

function fileOf([file, status]: [string, string]) {
  return { name: join(root, file), status, assertionResults: [{ status: 'passed' }, { status, fullName: 'works' }] };
}

it('counts a run in which nothing failed, and runs nothing again', async () => {
  const { tally, commands } = await outcomeOf({ 'a.test.ts': 'passed' });
  expect(tally).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [] });
  expect(commands).toHaveLength(1);
  expect(commands[0]).toContain('packages/');
});

it('runs the files that failed once more, alone, and counts what they are then', async () => {
  const { tally, commands } = await outcomeOf(
    { 'a.test.ts': 'failed', 'b.test.ts': 'passed' },
    { 'a.test.ts': 'passed' },
  );
  expect(tally).toEqual({ passed: 4, failed: 0, skipped: 0, failures: [] });
  expect(commands[1]?.slice(0, 4)).toEqual(['vitest', 'run', 'a.test.ts', '--maxWorkers=1']);
  expect(said).toHaveBeenCalledWith('UNSTEADY: a.test.ts passed only when it ran alone.');
});

it('counts what fails twice as failed', async () => {
  const { tally } = await outcomeOf({ 'a.test.ts': 'failed', 'b.test.ts': 'passed' }, { 'a.test.ts': 'failed' });
  expect(tally).toEqual({ passed: 3, failed: 1, skipped: 0, failures: [`${join(root, 'a.test.ts')}: works`] });
});

it('does not try again where many files failed', async () => {
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((file) => [`${file}.test.ts`, 'failed']));
  const { tally, commands } = await outcomeOf(many);
  expect([tally.failed, commands.length]).toEqual([6, 1]);
});
