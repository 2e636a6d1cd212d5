import type { AnyContext, SendableBlock } from '@parley/agent-sdk';

/** At most 8 drafts a second, as the SDK's own streams have them. */
const intervalMs = 125;

/** Shows an answer while it is made: one draft at a time, always the newest, so that a slow line holds nothing up. */
export class Drafts {
  readonly #ctx: AnyContext;
  readonly #blocks: () => Promise<readonly SendableBlock[]>;
  #isDirty = false;
  #sending: Promise<void> | null = null;

  constructor(ctx: AnyContext, blocks: () => Promise<readonly SendableBlock[]>) {
    this.#ctx = ctx;
    this.#blocks = blocks;
  }

  changed(): void {
    this.#isDirty = true;
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
  }

  /** Resolves when none is on its way; none is sent afterwards. */
  async end(): Promise<void> {
    this.#isDirty = false;
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#isDirty && !this.#ctx.signal.aborted) {
      this.#isDirty = false;
      const blocks = await this.#blocks();
      // A draft that is lost does not matter: the next one holds all of it, and so does the reply.
      if (blocks.length > 0) await this.#ctx.partial(blocks).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}
