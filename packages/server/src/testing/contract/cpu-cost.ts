import { expect } from 'vitest';

/** Limit of the extra CPU time for a hostile text over a plain one of the same length. */
export const costMaxMs = 100;

export type Ask = (text: string) => Promise<{ readonly status: number }>;

/** The process has other test files in other threads, and their CPU time counts too: the least of these is the cost. */
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
  const before = process.cpuUsage();
  const { status } = await ask(text);
  const { user, system } = process.cpuUsage(before);
  expect(status).toBeLessThan(500);
  return (user + system) / 1000;
}
