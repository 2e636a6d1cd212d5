/**
 * Remembers which deliveries were taken, by delivery_id, so that a delivery that comes again is not handled again. The
 * one in memory forgets at the end of the process; an agent that must not lose an accepted delivery brings one that writes to disk
 * or to a database before `accept` resolves, and gives back the unfinished ones at the next start.
 */
export interface SeenDeliveries {
  /**
   * Records a delivery before it is acknowledged.
   *
   * @param body The bytes of the envelope, for a store that can give them back.
   * @returns Whether it is new. False means: acknowledge it, and do nothing else.
   */
  accept(deliveryId: string, body: Uint8Array): boolean | Promise<boolean>;
  /** Says that the handlers are done with it. After `failed` the same delivery, sent again by its owner, may be handled again. */
  finish(deliveryId: string, outcome: 'handled' | 'failed'): void | Promise<void>;
  /** The bodies of the deliveries that were accepted and not finished; asked for once, when the agent starts. */
  unfinished?(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Remembers the last deliveries in memory, the oldest forgotten first. */
export class SeenInMemory implements SeenDeliveries {
  readonly #ids = new Set<string>();
  readonly #capacity: number;

  /** @param capacity How many deliveries are remembered; 10,000 where it is not given. */
  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  accept(deliveryId: string): boolean {
    if (this.#ids.has(deliveryId)) return false;
    this.#ids.add(deliveryId);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#capacity) break;
      this.#ids.delete(oldest);
    }
    return true;
  }

  finish(deliveryId: string, outcome: 'handled' | 'failed'): void {
    if (outcome === 'failed') this.#ids.delete(deliveryId);
  }
}
