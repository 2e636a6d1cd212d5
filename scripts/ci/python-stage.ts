import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pythonReport, tallyOf } from './reports.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

const folder = 'python/parley-agent';
const venv = '.cache/python';

/** Types and tests of the Python package, as it is installed, against the server that the stages before have built. */
export async function pythonTests(stage: Stage): Promise<Tally> {
  const isNewEnough = ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'];
  if (spawnSync('python3', isNewEnough, { stdio: 'ignore' }).status !== 0)
    return skipLoudly('the Python package: there is no python3 of version 3.10 or later.');
  const python = join(stage.root, venv, 'bin/python');
  const pip = [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1'];
  if ((await stage.run(['python3', '-m', 'venv', '--clear', venv], 2)).status !== 0)
    return skipLoudly('the Python package: this python3 makes no virtual environments.');
  if ((await stage.run([...pip, 'httpx', 'setuptools>=77'], 4)).status !== 0)
    return skipLoudly('the Python package: pip gives no httpx.');
  // From a copy, since a build leaves things beside its sources.
  const copy = join(stage.root, '.cache/python-source');
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(stage.root, folder), copy, { recursive: true });
  const install = await stage.run([...pip, '--no-build-isolation', copy], 3);
  if (install.status !== 0) return oneFailed('installing the Python package');
  return addTallies([onePassed, await types(stage, python, pip), await tests(stage, python)]);
}

async function types(stage: Stage, python: string, pip: readonly string[]): Promise<Tally> {
  if ((await stage.run([...pip, 'mypy'], 4)).status !== 0)
    return skipLoudly('types of the Python package: pip gives no mypy.');
  const mypy = [python, '-m', 'mypy', '--strict', '--cache-dir', '.cache/mypy'];
  const inPackage = await stage.run([...mypy, '-p', 'parley_agent'], 3);
  const inExamples = await stage.run([...mypy, `${folder}/examples`], 3);
  return inPackage.status === 0 && inExamples.status === 0 ? onePassed : oneFailed('types in Python');
}

async function tests(stage: Stage, python: string): Promise<Tally> {
  const report = stage.reportPath('python');
  const { status } = await stage.run([python, `${folder}/tests`], 8, { PARLEY_PYTHON_REPORT: report });
  return tallyOf(report, pythonReport, status);
}
