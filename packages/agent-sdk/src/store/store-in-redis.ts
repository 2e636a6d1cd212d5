import type { StateStore } from './state-store.ts';

/** What the store needs of Redis: a client of `redis` or `ioredis`, or anything else with these three. */
export interface RedisClient {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
  del(key: string): Promise<unknown>;
}

/**
 * Keeps values in Redis below `parley:store:`, which all processes of an agent may share. They have no expiry.
 *
 * @example new Agent({ ...options, store: new StoreInRedis(await createClient().connect()) })
 */
export class StoreInRedis implements StateStore {
  readonly #client: RedisClient;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  get(scope: string, key: string): Promise<string | null> {
    return this.#client.get(nameOf(scope, key));
  }

  async set(scope: string, key: string, json: string): Promise<void> {
    await this.#client.set(nameOf(scope, key), json);
  }

  async delete(scope: string, key: string): Promise<void> {
    await this.#client.del(nameOf(scope, key));
  }
}

const nameOf = (scope: string, key: string) => `parley:store:${scope}:${key}`;
