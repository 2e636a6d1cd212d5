import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Limit of the extra CPU time of a hostile text over a plain one of the same length. §27 says 100 ms; a slow or busy
 * machine takes twice as long, and what the tests are for takes seconds.
 */
export const costMaxMs = 200;

export type Ask = (text: string) => Promise<{ readonly status: number }>;

/** What else the thread does meanwhile counts too: the least of these is the cost. */
const measurementsMax = 6;

/**
 * Returns the extra CPU time of a text over a plain one of the same length, in milliseconds: the least of several
 * measurements. Stops as soon as one is within the limit.
 */
export async function costOf(ask: Ask, text: string, plain: string): Promise<number> {
  let least = await cpuOf(ask, text);
  if (least <= costMaxMs) return least;
  const usual = Math.min(await cpuOf(ask, plain), await cpuOf(ask, plain));
  for (let n = 1; n < measurementsMax && least - usual > costMaxMs; n++)
    least = Math.min(least, await cpuOf(ask, text));
  return least - usual;
}

async function cpuOf(ask: Ask, text: string): Promise<number> {
  const before = threadCpuMs();
  const { status } = await ask(text);
  const cost = threadCpuMs() - before;
  expect(status).toBeLessThan(500);
  return cost;
}

/** Linux counts the CPU time of each thread, and so leaves out the test files in the other threads of this process. */
function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
