/**
 * Makes a burst of calls cheap: for each key the work runs at most once at a time, and once more afterwards if it was asked for
 * meanwhile. A failure is dropped: the next signal or reconnection reads again.
 */
export function coalesce<Key>(work: (key: Key) => Promise<unknown>): (key: Key) => void {
  const running = new Map<Key, { again: boolean }>();

  async function run(key: Key): Promise<void> {
    const turn = { again: true };
    running.set(key, turn);
    while (turn.again) {
      turn.again = false;
      await work(key).catch(() => undefined);
    }
    running.delete(key);
  }

  return (key) => {
    const turn = running.get(key);
    if (turn) turn.again = true;
    else void run(key);
  };
}
