import { join } from 'node:path';
import type { Place } from './place.ts';

/** An agent that was begun, and how it is run. */
export interface Begun {
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  /** What the person sees it as. */
  readonly name: string;
}

/** As `npm create parley-agent my-agent` goes, with tarballs in place of what a registry would serve. */
export function beginInTypeScript(place: Place): Begun {
  const creator = `--package=${place.packed('create-parley-agent-')}`;
  place.step(['npm', 'exec', '--yes', creator, '--', 'create-parley-agent', 'my-agent', '--packages', place.packages]);
  const folder = join(place.folder, 'my-agent');
  place.step(['npm', 'install'], folder);
  place.step(['npm', 'test'], folder);
  place.step(['npm', 'run', 'check'], folder);
  return { folder, command: ['npm', 'run', 'dev'], name: 'My agent' };
}
