import { isId, type ConversationId, type UserId } from '@parley/protocol/agent';
import type { StateStore } from './state-store.ts';

/** How long a key may be, in characters, and a value, in bytes of its JSON. */
const longestKey = 128;
const mostBytes = 65_536;

/** What a store works with. */
export interface StoreParts {
  readonly values: StateStore;
  readonly agentId: string;
  /** Notes each call, so that one that fails is not lost where nobody awaits it. */
  readonly watch?: <T>(call: Promise<T>) => Promise<T>;
}

/**
 * Values that an agent keeps between deliveries, of one conversation or one person. A value is any JSON, at most 64 KiB of it; a key has 1 to
 * 128 characters. `new Agent<{ turns: number }>` types both.
 *
 * @throws TypeError where a key or a value is not of its form, before anything is kept; what the back end throws.
 */
export class Store<State extends object = Record<string, unknown>> {
  readonly #parts: StoreParts;
  readonly #scope: string;

  /** @internal */
  constructor(parts: StoreParts, id: string) {
    this.#parts = parts;
    this.#scope = `${parts.agentId}/${id}`;
  }

  /** The value that was set last; undefined where there is none. */
  get<Key extends keyof State & string>(key: Key): Promise<State[Key] | undefined> {
    return this.#watch(async () => {
      const json = await this.#parts.values.get(this.#scope, checkKey(key));
      return json === null ? undefined : (JSON.parse(json) as State[Key]);
    });
  }

  /** Keeps a value; resolves once the back end has it. */
  set<Key extends keyof State & string>(key: Key, value: State[Key]): Promise<void> {
    return this.#watch(async () => {
      await this.#parts.values.set(this.#scope, checkKey(key), toJson(key, value));
    });
  }

  /** Forgets a value; no error where there is none. */
  delete(key: keyof State & string): Promise<void> {
    return this.#watch(async () => {
      await this.#parts.values.delete(this.#scope, checkKey(key));
    });
  }

  #watch<T>(run: () => Promise<T>): Promise<T> {
    const { watch = (call) => call } = this.#parts;
    return watch(run());
  }
}

/** What `ctx.store` is: the values of the conversation, and beside them those of the person. */
export class ConversationStore<State extends object = Record<string, unknown>> extends Store<State> {
  /** The values of the person of this delivery, the same in each of their conversations with this agent. */
  readonly person: Store<State>;

  /** @internal */
  constructor(parts: StoreParts, conversationId: string, userId: string) {
    super(parts, conversationId);
    this.person = new Store(parts, userId);
  }
}

/** @throws TypeError where an id is neither that of a conversation nor that of a person. */
export function storeOf<State extends object>(parts: StoreParts, id: ConversationId | UserId): Store<State> {
  if (isId('conversation', id) || isId('user', id)) return new Store<State>(parts, id);
  throw new TypeError(
    `agent.storeOf takes the id of a conversation (cnv_…) or of a person (usr_…), not "${String(id)}".`,
  );
}

function checkKey(key: string): string {
  if (typeof key !== 'string' || key.length < 1 || key.length > longestKey || key.includes('\0')) {
    throw new TypeError(
      `A key of ctx.store is a text of 1 to ${longestKey} characters without NUL, not ${shown(key)}.`,
    );
  }
  return key;
}

const shown = (key: unknown) =>
  typeof key === 'string' ? (key.length > 40 ? `one of ${key.length}` : JSON.stringify(key)) : typeof key;

function toJson(key: string, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw new TypeError(`The value of "${key}" cannot be written as JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (json === undefined) {
    throw new TypeError(`The value of "${key}" cannot be written as JSON. Use ctx.store.delete to forget a value.`);
  }
  const { length } = new TextEncoder().encode(json);
  if (length <= mostBytes) return json;
  throw new TypeError(
    `The value of "${key}" has ${length} bytes as JSON, and ctx.store keeps at most ${mostBytes}. Keep files and long lists elsewhere, and their ids here.`,
  );
}
