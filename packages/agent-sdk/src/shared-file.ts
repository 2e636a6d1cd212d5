import type * as Files from 'node:fs/promises';
import type * as Paths from 'node:path';
import { nodeModule } from './node-module.ts';

/** How the text of a file is read and written. */
export interface FileFormat<Held> {
  /** Gets null where there is no file yet. */
  readonly parse: (text: string | null, path: string) => Held;
  readonly write: (held: Held) => string;
}

/**
 * Returns a function that gives the opener of a file by its path; the file is looked up at the opener's first call. All who open one path in
 * a process share what the file holds and write it one at a time, so none of them overwrites what another has written. Other processes are
 * not heard of.
 */
export function sharedFiles<Held>(format: FileFormat<Held>): (path: string) => () => Promise<SharedFile<Held>> {
  const known = new Map<string, SharedFile<Held>>();
  const find = async (path: string): Promise<SharedFile<Held>> => {
    const { resolve } = await nodeModule<typeof Paths>('node:path');
    const full = resolve(path);
    const file = known.get(full) ?? new SharedFile(full, format);
    known.set(full, file);
    file.readAgain();
    return file;
  };
  return (path) => {
    let found: Promise<SharedFile<Held>> | null = null;
    return () => (found ??= find(path));
  };
}

/**
 * Each change writes the whole file beside the old one and renames it, so a crash leaves one of the two. Changes that arrive during a
 * write share the next one.
 */
export class SharedFile<Held> {
  readonly #path: string;
  readonly #format: FileFormat<Held>;
  #held: Promise<Held> | null = null;
  #changing = 0;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(path: string, format: FileFormat<Held>) {
    this.#path = path;
    this.#format = format;
  }

  /** Has the next access read the file, which may have been replaced or removed since, unless a change is not written yet. */
  readAgain(): void {
    if (this.#changing === 0) this.#held = null;
  }

  read(): Promise<Held> {
    this.#held ??= this.#load().catch((error: unknown) => {
      this.#held = null;
      throw error;
    });
    return this.#held;
  }

  /** Changes what it holds, and resolves once that is written; `change` returns whether there is anything to write. */
  async change(change: (held: Held) => boolean): Promise<void> {
    this.#changing++;
    try {
      if (change(await this.read())) await this.#write();
    } finally {
      this.#changing--;
    }
  }

  async #load(): Promise<Held> {
    const { readFile } = await files();
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return this.#format.parse(text, this.#path);
  }

  #write(): Promise<void> {
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(async () => {
        this.#next = null;
        await this.#save(this.#format.write(await this.read()));
      });
    this.#writing = this.#next;
    return this.#next;
  }

  async #save(text: string): Promise<void> {
    const { rename, writeFile } = await files();
    const beside = `${this.#path}.new`;
    // Flushed, so that the name never leads to a file whose bytes a power failure took.
    await writeFile(beside, text, { mode: 0o600, flush: true });
    await rename(beside, this.#path);
  }
}

/** Loaded when first needed, so that an agent without a file runs where there are none. */
const files = () => nodeModule<typeof Files>('node:fs/promises');
