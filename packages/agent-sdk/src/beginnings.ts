/** Calls that the platform has not confirmed, by conversation: what comes of one may arrive before the confirmation. */
export class Beginnings {
  readonly #open = new Map<string, Set<Promise<unknown>>>();

  /** Holds a call open until it is confirmed or refused, and returns what it gives. */
  hold<T>(conversationId: string, begun: Promise<T>): Promise<T> {
    const open = this.#open.get(conversationId) ?? new Set();
    this.#open.set(conversationId, open.add(begun));
    return begun.finally(() => {
      open.delete(begun);
      if (open.size === 0) this.#open.delete(conversationId);
    });
  }

  has(conversationId: string): boolean {
    return this.#open.has(conversationId);
  }

  /** Resolves once the calls that are open now are confirmed or refused. */
  async settled(conversationId: string): Promise<void> {
    await Promise.allSettled(this.#open.get(conversationId) ?? new Set<Promise<unknown>>());
  }
}
