import type { AgentTool } from '@parley/protocol';
import type { AgentClient } from './client.ts';
import type { Clock } from './clock.ts';

/** The operator changes tools seldom, and a model is asked often. */
const goodForMs = 60_000;

/** The tools that an agent may ask for, asked of the platform at most once a minute. */
export class ToolList {
  readonly #client: AgentClient;
  readonly #clock: Clock;
  #asked: { readonly at: number; readonly items: Promise<readonly AgentTool[]> } | null = null;

  constructor(client: AgentClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  list(): Promise<readonly AgentTool[]> {
    const at = this.#clock.now();
    if (this.#asked !== null && at - this.#asked.at < goodForMs) return this.#asked.items;
    const items = this.#client.listTools().then((answer) => answer.items);
    const asked = { at, items };
    this.#asked = asked;
    items.catch(() => {
      if (this.#asked === asked) this.#asked = null;
    });
    return items;
  }
}
