import { readFile } from 'node:fs/promises';
import { usage } from '../failure.ts';

export type Command = readonly [string, ...string[]];

/** Returns what runs the agent: the words after `--`, else `npm start` where the folder has such a script. */
export async function commandOf([file, ...args]: readonly string[], verb: string): Promise<Command> {
  if (file !== undefined) return [file, ...args];
  const text = await readFile('package.json', 'utf8').catch(() => '{}');
  const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> };
  if (scripts['start'] !== undefined) return ['npm', 'start', '--silent'];
  throw usage(
    'command_required',
    'What runs the agent?',
    `parley ${verb} -- node agent.js, or give package.json a script "start".`,
  );
}
