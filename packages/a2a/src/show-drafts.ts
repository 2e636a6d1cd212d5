import type { AnyContext, SendableBlock } from '@parley/agent-sdk';

/** At most 8 drafts per second, like the SDK's own streams. */
const intervalMs = 125;

/**
 * Shows an answer while it arrives. Sends one draft at a time, always the newest, so that a slow connection does not delay the
 * stream.
 */
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

  /** Resolves when no draft is in flight; no draft is sent afterwards. */
  async end(): Promise<void> {
    this.#isDirty = false;
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#isDirty && !this.#ctx.signal.aborted) {
      this.#isDirty = false;
      const blocks = await this.#blocks();
      // A lost draft does not matter: the next draft and the reply hold the whole text.
      if (blocks.length > 0) await this.#ctx.partial(blocks).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}
