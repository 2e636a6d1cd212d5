/**
 * Keeps the values of `ctx.store`, as JSON texts. `scope` says whose they are: an agent's with one conversation or one person. Values of
 * two scopes never meet, so several agents may share one.
 */
export interface StateStore {
  /** The text that was set last; null where there is none. */
  get(scope: string, key: string): string | null | Promise<string | null>;
  /** Keeps the text before it resolves. */
  set(scope: string, key: string, json: string): unknown;
  delete(scope: string, key: string): unknown;
}

/** Keeps values until the process ends; of more than 10,000 those that were set longest ago are forgotten. */
export class StoreInMemory implements StateStore {
  readonly #values = new Map<string, string>();

  get(scope: string, key: string): string | null {
    return this.#values.get(nameOf(scope, key)) ?? null;
  }

  set(scope: string, key: string, json: string): void {
    const name = nameOf(scope, key);
    this.#values.delete(name);
    this.#values.set(name, json);
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size > 10_000) this.#values.delete(oldest);
  }

  delete(scope: string, key: string): void {
    this.#values.delete(nameOf(scope, key));
  }
}

/** One name for both; a scope is made of ids, which hold no space. */
const nameOf = (scope: string, key: string) => `${scope} ${key}`;
