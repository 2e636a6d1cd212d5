/** An invocation whose result has not come yet, as it is kept for the time after a restart. */
export interface PendingResult {
  readonly invocationId: string;
  /** What `agent.onResult` knows it by; null where it has no name. */
  readonly kind: string | null;
  readonly tool: string;
  readonly conversationId: string;
  /** The delivery whose handler began it. */
  readonly deliveryId: string;
  /** What the handler saved for the continuation: any JSON. */
  readonly data: unknown;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Remembers invocations until their results have been handled, so that `agent.onResult` can go on after a restart. */
export interface ResultStore {
  put(pending: PendingResult): void | Promise<void>;
  get(invocationId: string): PendingResult | null | Promise<PendingResult | null>;
  delete(invocationId: string): void | Promise<void>;
}

/** Remembers them until the process ends; the oldest beyond 10,000 are forgotten. */
export class ResultsInMemory implements ResultStore {
  readonly #pending = new Map<string, PendingResult>();

  put(pending: PendingResult): void {
    this.#pending.set(pending.invocationId, pending);
    const [oldest] = this.#pending.keys();
    if (oldest !== undefined && this.#pending.size > 10_000) this.#pending.delete(oldest);
  }

  get(invocationId: string): PendingResult | null {
    return this.#pending.get(invocationId) ?? null;
  }

  delete(invocationId: string): void {
    this.#pending.delete(invocationId);
  }
}
