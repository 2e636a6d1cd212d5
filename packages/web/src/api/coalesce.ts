export interface Pace {
  /** The minimum time between two runs for a key. */
  readonly everyMs?: number;
  /** The delay before a run, so that more calls can join it. */
  readonly afterMs?: number;
  /** Whether a failure is temporary, so that the work is retried. */
  readonly mayPass?: (error: unknown) => boolean;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Limits the cost of a burst of calls. For each key the work runs once at a time, and once more afterwards if it was called
 * during the run. Retries temporary failures with growing delays.
 */
export function coalesce<Key>(work: (key: Key) => Promise<unknown>, pace: Pace = {}): (key: Key) => void {
  const { everyMs = 0, afterMs = 0, mayPass = () => false } = pace;
  const running = new Map<Key, { again: boolean }>();

  async function run(key: Key): Promise<void> {
    const turn = { again: true };
    running.set(key, turn);
    let pauseMs = firstPauseMs;
    if (afterMs > 0) await rest(afterMs);
    while (turn.again) {
      turn.again = false;
      const begun = Date.now();
      try {
        await work(key);
        pauseMs = firstPauseMs;
      } catch (error) {
        if (mayPass(error)) {
          turn.again = true;
          await rest(pauseMs * (0.75 + Math.random() / 2));
          pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        }
      }
      const left = begun + everyMs - Date.now();
      if (left > 0) await rest(left);
    }
    running.delete(key);
  }

  return (key) => {
    const turn = running.get(key);
    if (turn) turn.again = true;
    else void run(key);
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
