import type * as Files from 'node:fs/promises';
import { nodeModule } from '../node-module.ts';
import type { PendingResult, ResultStore } from './result-store.ts';

/**
 * Remembers them in a JSON file, for an agent of one process. Each change writes a whole new file beside the old one and then
 * takes its place, so a crash leaves one of the two.
 *
 * @example new Agent({ ...options, results: new ResultsInFile('results.json') })
 */
export class ResultsInFile implements ResultStore {
  readonly #path: string;
  #pending: Promise<Map<string, PendingResult>> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  async put(pending: PendingResult): Promise<void> {
    (await this.#read()).set(pending.invocationId, pending);
    await this.#write();
  }

  async get(invocationId: string): Promise<PendingResult | null> {
    return (await this.#read()).get(invocationId) ?? null;
  }

  async delete(invocationId: string): Promise<void> {
    if ((await this.#read()).delete(invocationId)) await this.#write();
  }

  #read(): Promise<Map<string, PendingResult>> {
    this.#pending ??= load(this.#path);
    return this.#pending;
  }

  #write(): Promise<void> {
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const { rename, writeFile } = await files();
        const beside = `${this.#path}.new`;
        const text = JSON.stringify([...(await this.#read()).values()], null, 2);
        await writeFile(beside, text, { mode: 0o600 });
        await rename(beside, this.#path);
      });
    return this.#writing;
  }
}

/** Loaded when first needed, so that an agent without a file runs where there are none. */
const files = () => nodeModule<typeof Files>('node:fs/promises');

async function load(path: string): Promise<Map<string, PendingResult>> {
  const { readFile } = await files();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return new Map((JSON.parse(text) as PendingResult[]).map((pending) => [pending.invocationId, pending]));
}
