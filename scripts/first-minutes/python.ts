import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotToBeHad, type Place } from './place.ts';
import type { Begun } from './typescript.ts';

const isNewEnough = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/**
 * Builds the wheel that a registry would serve, which is no part of anybody's first minutes.
 *
 * @throws NotToBeHad where there is no Python 3.10, or pip has no packages.
 */
export function packPython(root: string, place: Place): void {
  if (!succeeds(place, 'python3', '-c', isNewEnough))
    throw new NotToBeHad('there is no python3 of version 3.10 with venv');
  const [source, tools] = [join(place.folder, '../source'), join(place.folder, '../tools')];
  const pip = join(tools, 'bin/pip');
  place.step(['python3', '-m', 'venv', tools]);
  if (
    !succeeds(place, pip, 'download', '--quiet', '--no-deps', '--dest', join(tools, 'seen'), 'httpx', 'setuptools>=77')
  )
    throw new NotToBeHad('pip gives no httpx or setuptools');
  // A copy, since a build leaves things beside its sources.
  cpSync(join(root, 'python/parley-agent'), source, { recursive: true });
  place.step([pip, 'wheel', '--quiet', '--no-deps', '--wheel-dir', place.packages, source]);
}

/** The first sample of the README, as somebody who has a Python of their own goes about it. */
export function beginInPython(root: string, place: Place): Begun {
  const { folder } = place;
  place.step(['python3', '-m', 'venv', '.venv']);
  place.step(['.venv/bin/pip', 'install', '--quiet', place.packed('parley_agent-')]);
  const readme = readFileSync(join(root, 'python/parley-agent/README.md'), 'utf8');
  writeFileSync(join(folder, 'my_agent.py'), /```python\n(.*?)```/s.exec(readme)?.[1] ?? '');
  writeFileSync(join(folder, 'parley.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = ['parley-protocol-', 'parley-agent-sdk-', 'parley-testing-', 'parley-cli-'];
  place.step(['npm', 'install', ...packages.map((name) => place.packed(name))]);
  const command = ['npx', 'parley', 'dev', '--', '.venv/bin/python', 'my_agent.py'] as const;
  return { folder, command, name: manifest.name };
}

const manifest = {
  version: '1',
  handle: 'my-agent',
  name: 'My agent',
  description: 'It says what it was told.',
  transport: 'relay',
  access: 'private',
  requested_scopes: [],
};

function succeeds(place: Place, program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { env: place.environment, stdio: 'ignore' }).status === 0;
}
