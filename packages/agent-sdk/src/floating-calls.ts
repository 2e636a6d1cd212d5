/**
 * The calls of one handler, those included that it makes without waiting for them. A promise of here that rejects never ends the
 * process: where nobody waits for it, its error comes out of `over`, or goes to who was named there.
 */
export class FloatingCalls {
  readonly #open = new Set<Promise<unknown>>();
  readonly #rejected: { readonly call: WatchedPromise<unknown>; readonly error: unknown }[] = [];
  #hasWatched = false;
  #onLate: ((error: unknown) => void) | null = null;

  /** @param options With `mayOutlive` the handler counts as ended although this call still runs. */
  watch<T>(call: Promise<T>, options: { readonly mayOutlive?: boolean } = {}): Promise<T> {
    this.#hasWatched = true;
    if (options.mayOutlive !== true) {
      this.#open.add(call);
      const close = () => this.#open.delete(call);
      call.then(close, close);
    }
    return this.#watched(
      new WatchedPromise<T>((resolve, reject) => {
        call.then(resolve, reject);
      }),
    );
  }

  /**
   * Resolves once the calls are over that do not outlive their handler, with the errors that nobody waited for.
   *
   * @param onLate Gets such errors from then on.
   */
  async over(onLate: (error: unknown) => void): Promise<unknown[]> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
    if (this.#hasWatched) await turn();
    this.#onLate = onLate;
    return this.#rejected.filter(({ call }) => !call.isAwaited).map(({ error }) => error);
  }

  #watched<T>(call: WatchedPromise<T>): WatchedPromise<T> {
    call.onDerived = (next) => void this.#watched(next);
    call.peek((error) => void this.#note(call, error));
    return call;
  }

  async #note(call: WatchedPromise<unknown>, error: unknown): Promise<void> {
    if (this.#onLate === null) return void this.#rejected.push({ call, error });
    await turn();
    if (!call.isAwaited) this.#onLate(error);
  }
}

/** Until what is under way in this turn of the event loop is over. */
function turn(): Promise<void> {
  const { setImmediate: soon = setTimeout } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  return new Promise((resolve) => void soon(resolve));
}

/** Whether anybody waits for a promise that `watch` gave out. */
export function isAwaited(call: Promise<unknown>): boolean {
  return call instanceof WatchedPromise && call.isAwaited;
}

/** A promise that knows whether anybody waits for it. What `then`, `catch` and `finally` make of it knows that too. */
class WatchedPromise<T> extends Promise<T> {
  isAwaited = false;
  onDerived: (next: WatchedPromise<unknown>) => void = () => undefined;

  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    const next = super.then(onFulfilled, onRejected) as WatchedPromise<A | B>;
    this.onDerived(next);
    return next;
  }

  /** Handles a rejection without counting as a waiting caller. */
  peek(onRejected: (error: unknown) => void): void {
    void super.then(undefined, onRejected);
  }
}
