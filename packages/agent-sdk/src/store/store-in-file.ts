import { sharedFiles, type SharedFile } from '../shared-file.ts';
import type { StateStore } from './state-store.ts';

type Values = Map<string, Map<string, string>>;

const opener = sharedFiles<Values>({ parse, write });

/**
 * Keeps values in a JSON file, for one process and a few thousand values. Each change writes the whole file beside the old one and renames
 * it, so a crash leaves one of the two. Changes that arrive during a write share the next one. Several agents of the process may use one
 * file.
 *
 * @example new Agent({ ...options, store: new StoreInFile('store.json') })
 */
export class StoreInFile implements StateStore {
  readonly #open: () => Promise<SharedFile<Values>>;

  constructor(path: string) {
    this.#open = opener(path);
  }

  async get(scope: string, key: string): Promise<string | null> {
    const file = await this.#open();
    return (await file.read()).get(scope)?.get(key) ?? null;
  }

  async set(scope: string, key: string, json: string): Promise<void> {
    const file = await this.#open();
    await file.change((values) => {
      const ofScope = values.get(scope) ?? new Map<string, string>();
      values.set(scope, ofScope.set(key, json));
      return true;
    });
  }

  async delete(scope: string, key: string): Promise<void> {
    const file = await this.#open();
    await file.change((values) => {
      const ofScope = values.get(scope);
      if (!ofScope?.delete(key)) return false;
      if (ofScope.size === 0) values.delete(scope);
      return true;
    });
  }
}

function parse(text: string | null, path: string): Values {
  try {
    const scopes = Object.entries(JSON.parse(text ?? '{}') as Record<string, Record<string, unknown>>);
    const texts = (values: Record<string, unknown>) =>
      Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)] as const);
    return new Map(scopes.map(([scope, values]) => [scope, new Map(texts(values))]));
  } catch (error) {
    throw new Error(`${path} holds no values of ctx.store. Name another file, or remove it.`, { cause: error });
  }
}

function write(values: Values): string {
  const scopes = [...values].map(([scope, ofScope]) => {
    const lines = [...ofScope].map(([key, json]) => `    ${JSON.stringify(key)}: ${json}`);
    return `  ${JSON.stringify(scope)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${scopes.join(',\n')}\n}\n`;
}
