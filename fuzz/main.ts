import { readFile } from 'node:fs/promises';
import { addCrash, readCorpus } from './corpus.ts';
import { readOptions, type Options } from './options.ts';
import type { Target } from './target.ts';
import { faultOf, tryTarget } from './try-target.ts';

const options = readOptions(process.argv.slice(2));
const sound = options.input === null ? await tryAll(options) : await tryOne(options, options.input);
process.exitCode = sound ? 0 : 1;

async function tryAll({ targets, seconds, seed }: Options): Promise<boolean> {
  let sound = true;
  for (const target of targets) sound = (await tryFor(target, (seconds * 1000) / targets.length, seed)) && sound;
  return sound;
}

async function tryFor(target: Target, durationMs: number, seed: number): Promise<boolean> {
  const corpus = (await readCorpus(target.name)).map(({ bytes }) => bytes);
  const { runs, failure } = tryTarget(target, { seed, durationMs, corpus });
  console.log(`${target.name}: ${runs} inputs with seed ${seed}${failure ? '' : ', all well'}`);
  if (!failure) return true;
  const path = await addCrash(target.name, failure.input);
  console.error(`${target.name}: ${failure.fault}`);
  console.error(`Again: npm run fuzz -- --target ${target.name} --input ${path}`);
  return false;
}

async function tryOne({ targets }: Options, path: string): Promise<boolean> {
  const input = await readFile(path);
  const faults = targets.map((target) => [target.name, faultOf(target, input)] as const);
  for (const [name, fault] of faults) console.log(`${name}: ${fault ?? 'all well'}`);
  return faults.every(([, fault]) => fault === null);
}
