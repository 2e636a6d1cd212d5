import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An input that is kept in the repository; `crash-…` once went wrong. */
export interface KeptInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const inputsMax = 200;

const folder = join(import.meta.dirname, '../corpus');

/** The inputs that are kept for a target, always in the same order. */
export async function readCorpus(target: string): Promise<KeptInput[]> {
  const names = await readdir(join(folder, target)).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, bytes: await readFile(join(folder, target, name)) })),
  );
}

/** Keeps those inputs that are not kept yet, up to the bound; returns how many were added. */
export async function addToCorpus(target: string, inputs: readonly Uint8Array[]): Promise<number> {
  const kept = new Set((await readCorpus(target)).map(({ name }) => name));
  const before = kept.size;
  for (const input of inputs) {
    const name = nameOf(input);
    if (kept.has(name) || kept.size >= inputsMax) continue;
    await write(target, name, input);
    kept.add(name);
  }
  return kept.size - before;
}

/** Keeps an input that went wrong; returns its path relative to the root of the repository. */
export async function addCrash(target: string, input: Uint8Array): Promise<string> {
  const name = `crash-${nameOf(input)}`;
  await write(target, name, input);
  return `fuzz/corpus/${target}/${name}`;
}

async function write(target: string, name: string, input: Uint8Array): Promise<void> {
  await mkdir(join(folder, target), { recursive: true });
  await writeFile(join(folder, target, name), input);
}

function nameOf(input: Uint8Array): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 12);
}
