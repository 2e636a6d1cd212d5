import { parseArgs } from 'node:util';
import type { Target } from './target.ts';
import { targets } from './targets.ts';

export interface Options {
  readonly targets: readonly Target[];
  /** For all targets together. */
  readonly seconds: number;
  readonly seed: number;
  /** The path of one input, to be tried and nothing else. */
  readonly input: string | null;
}

/** Reads the command line; throws an error that says what is wrong with it. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      target: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      input: { type: 'string' },
    },
  });
  return {
    targets: values.target?.map(targetOf) ?? targets,
    seconds: wholeNumber('seconds', values.seconds),
    seed: wholeNumber('seed', values.seed),
    input: values.input ?? null,
  };
}

function targetOf(name: string): Target {
  const found = targets.find((target) => target.name === name);
  if (!found)
    throw new Error(`There is no target ${name}; there are ${targets.map((target) => target.name).join(', ')}.`);
  return found;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number.`);
  return Number(text);
}
