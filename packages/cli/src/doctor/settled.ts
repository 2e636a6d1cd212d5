import { pause } from '../until-stopped.ts';

const longestMs = 10_000;
const lookMs = 50;
/** How long nothing more may come for what comes to count as over. */
export const quietMs = 700;

/** Waits until a count is above what it was and has not changed for a moment, or for `atMostMs` where it does not change; gives it. */
export async function settled(
  count: () => number | Promise<number>,
  atMostMs: number,
  everyMs = lookMs,
): Promise<number> {
  const startedAt = Date.now();
  const before = await count();
  let last = before;
  let changedAt = startedAt;
  while (Date.now() - startedAt < longestMs) {
    await pause(everyMs);
    const now = await count();
    if (now !== last) changedAt = Date.now();
    last = now;
    if (last === before ? Date.now() - startedAt >= atMostMs : Date.now() - changedAt >= quietMs) break;
  }
  return last;
}
