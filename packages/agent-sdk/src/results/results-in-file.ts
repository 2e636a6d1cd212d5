import { sharedFiles, type SharedFile } from '../shared-file.ts';
import type { PendingResult, ResultStore } from './result-store.ts';

type Pending = Map<string, PendingResult>;

const opener = sharedFiles<Pending>({ parse, write });

/**
 * Remembers them in a JSON file, for one process. Each change writes a whole new file beside the old one and then takes its place, so a
 * crash leaves one of the two. Several agents of the process may use one file.
 *
 * @example new Agent({ ...options, results: new ResultsInFile('results.json') })
 */
export class ResultsInFile implements ResultStore {
  readonly #open: () => Promise<SharedFile<Pending>>;

  constructor(path: string) {
    this.#open = opener(path);
  }

  async put(pending: PendingResult): Promise<void> {
    const file = await this.#open();
    await file.change((all) => {
      all.set(pending.invocationId, pending);
      return true;
    });
  }

  async get(invocationId: string): Promise<PendingResult | null> {
    const file = await this.#open();
    return (await file.read()).get(invocationId) ?? null;
  }

  async delete(invocationId: string): Promise<void> {
    const file = await this.#open();
    await file.change((all) => all.delete(invocationId));
  }
}

function parse(text: string | null): Pending {
  return new Map((JSON.parse(text ?? '[]') as PendingResult[]).map((pending) => [pending.invocationId, pending]));
}

function write(pending: Pending): string {
  return JSON.stringify([...pending.values()], null, 2);
}
