import { expect } from 'vitest';

/** Limit of the extra CPU time for a hostile text over a plain one of the same length. */
export const costMaxMs = 100;

export type Ask = (text: string) => Promise<{ readonly status: number }>;

/**
 * Returns the extra CPU time of a text over a plain one of the same length, in milliseconds: the better of two
 * measurements. Skips the second if the first is within the limit.
 */
export async function costOf(ask: Ask, text: string, plain: string): Promise<number> {
  const first = await cpuOf(ask, text);
  if (first <= costMaxMs) return first;
  const usual = Math.min(await cpuOf(ask, plain), await cpuOf(ask, plain));
  return Math.min(first, await cpuOf(ask, text)) - usual;
}

async function cpuOf(ask: Ask, text: string): Promise<number> {
  const before = process.cpuUsage();
  const { status } = await ask(text);
  const { user, system } = process.cpuUsage(before);
  expect(status).toBeLessThan(500);
  return (user + system) / 1000;
}
