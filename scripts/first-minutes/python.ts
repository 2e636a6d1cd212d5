import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
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

/** As `npm create parley-agent my-agent -- --python` goes, for somebody who has a Python of their own. */
export function beginInPython(place: Place): Begun {
  const creator = `--package=${place.packed('create-parley-agent-')}`;
  const words = ['my-agent', '--python', '--packages', place.packages];
  place.step(['npm', 'exec', '--yes', creator, '--', 'create-parley-agent', ...words]);
  const folder = join(place.folder, 'my-agent');
  place.step(['python3', '-m', 'venv', '.venv'], folder);
  place.step(['.venv/bin/pip', 'install', '--quiet', '-r', 'requirements.txt'], folder);
  place.step(['npm', 'install'], folder);
  place.step(['npm', 'test'], folder);
  return { folder, command: ['npm', 'run', 'dev'], name: 'My agent' };
}

function succeeds(place: Place, program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { env: place.environment, stdio: 'ignore' }).status === 0;
}
