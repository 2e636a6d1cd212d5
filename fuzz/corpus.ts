import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An input that is kept in the repository; `crash-…` once went wrong. */
export interface KeptInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const folder = join(import.meta.dirname, 'corpus');

/** The inputs that are kept for a target, always in the same order. */
export async function readCorpus(target: string): Promise<KeptInput[]> {
  const names = await readdir(join(folder, target)).catch(() => []);
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, bytes: await readFile(join(folder, target, name)) })),
  );
}

/** Keeps an input that went wrong; returns its path relative to the root of the repository. */
export async function addCrash(target: string, input: Uint8Array): Promise<string> {
  const name = `crash-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`;
  await mkdir(join(folder, target), { recursive: true });
  await writeFile(join(folder, target, name), input);
  return `fuzz/corpus/${target}/${name}`;
}
