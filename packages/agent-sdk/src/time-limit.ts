/** A signal that aborts when a time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Frees the timer. */
  end(): void;
}

/**
 * Aborts after `ms`, or when `other` does. The timer holds its signal: Node 20 collects one of `AbortSignal.timeout` that only
 * `AbortSignal.any` knows, and then it never aborts.
 */
export function timeLimit(ms: number, other?: AbortSignal): TimeLimit {
  const ending = new AbortController();
  const pass = () => ending.abort(other?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  if (other?.aborted) pass();
  other?.addEventListener('abort', pass);
  return {
    signal: ending.signal,
    end() {
      clearTimeout(timer);
      other?.removeEventListener('abort', pass);
    },
  };
}
