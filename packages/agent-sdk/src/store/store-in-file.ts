import type * as Files from 'node:fs/promises';
import { nodeModule } from '../node-module.ts';
import type { StateStore } from './state-store.ts';

type Values = Map<string, Map<string, string>>;

/**
 * Keeps values in a JSON file, for an agent of one process and a few thousand values. Each change writes the whole file beside the old one
 * and renames it, so a crash leaves one of the two. Changes that arrive during a write share the next one.
 *
 * @example new Agent({ ...options, store: new StoreInFile('store.json') })
 */
export class StoreInFile implements StateStore {
  readonly #path: string;
  #values: Promise<Values> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async get(scope: string, key: string): Promise<string | null> {
    return (await this.#read()).get(scope)?.get(key) ?? null;
  }

  async set(scope: string, key: string, json: string): Promise<void> {
    const values = await this.#read();
    const ofScope = values.get(scope) ?? new Map<string, string>();
    values.set(scope, ofScope.set(key, json));
    await this.#write();
  }

  async delete(scope: string, key: string): Promise<void> {
    const values = await this.#read();
    const ofScope = values.get(scope);
    if (!ofScope?.delete(key)) return;
    if (ofScope.size === 0) values.delete(scope);
    await this.#write();
  }

  #read(): Promise<Values> {
    this.#values ??= load(this.#path).catch((error: unknown) => {
      this.#values = null;
      throw error;
    });
    return this.#values;
  }

  #write(): Promise<void> {
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(async () => {
        this.#next = null;
        await save(this.#path, await this.#read());
      });
    this.#writing = this.#next;
    return this.#next;
  }
}

/** Loaded when first needed, so that an agent without a file runs where there are none. */
const files = () => nodeModule<typeof Files>('node:fs/promises');

async function load(path: string): Promise<Values> {
  const { readFile } = await files();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const scopes = Object.entries(JSON.parse(text) as Record<string, Record<string, unknown>>);
    const texts = (values: Record<string, unknown>) =>
      Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)] as const);
    return new Map(scopes.map(([scope, values]) => [scope, new Map(texts(values))]));
  } catch (error) {
    throw new Error(`${path} holds no values of ctx.store. Name another file, or remove it.`, { cause: error });
  }
}

async function save(path: string, values: Values): Promise<void> {
  const { rename, writeFile } = await files();
  const scopes = [...values].map(([scope, ofScope]) => {
    const lines = [...ofScope].map(([key, json]) => `    ${JSON.stringify(key)}: ${json}`);
    return `  ${JSON.stringify(scope)}: {\n${lines.join(',\n')}\n  }`;
  });
  const beside = `${path}.new`;
  // Flushed, so that the name never leads to a file whose bytes a power failure took.
  await writeFile(beside, `{\n${scopes.join(',\n')}\n}\n`, { mode: 0o600, flush: true });
  await rename(beside, path);
}
