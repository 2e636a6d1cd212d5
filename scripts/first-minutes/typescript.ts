import { join } from 'node:path';
import type { Place } from './place.ts';

/** An agent that was begun, and how it is run. */
export interface Begun {
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  /** What the person sees it as. */
  readonly name: string;
}

/** The templates that are tried beside the usual one. */
export const otherTemplates = ['model', 'webhook-next', 'monitor', 'slack'] as const;

/** Begins each of the other templates, and runs its test, its check and `parley validate`. No browser writes to these. */
export function tryTemplate(place: Place, template: (typeof otherTemplates)[number]): void {
  const creator = `--package=${place.packed('create-parley-agent-')}`;
  const folder = `${template}-agent`;
  const words = [folder, '--template', template, '--packages', place.packages];
  place.step(['npm', 'exec', '--yes', creator, '--', 'create-parley-agent', ...words]);
  const inside = join(place.folder, folder);
  place.step(['npm', 'install'], inside);
  place.step(['npm', 'test'], inside);
  place.step(['npm', 'run', 'check'], inside);
  place.step(['npx', 'parley', 'validate', 'parley.json'], inside);
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
