import type { Server } from './server.ts';

const patienceMs = 20_000;
const pauseMs = 10;

/**
 * Repeats `probe` until it returns a truthy value, and returns that. The server's clock advances with real time
 * meanwhile. Throws after twenty seconds, naming what it waited for.
 */
export async function eventually<T>(
  server: Server,
  what: string,
  probe: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const started = Date.now();
  let last = started;
  for (;;) {
    const found = await probe();
    if (found) return found;
    const now = Date.now();
    if (now - started > patienceMs) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await server.clock.advance(Date.now() - last);
    last = now;
  }
}

/** Lets a quarter of a second pass, to give unwanted effects time to happen. */
export async function quiet(server: Server): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await server.clock.advance(20);
  }
}
