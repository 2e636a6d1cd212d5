import type { Target } from '../target.ts';

/** No input may take longer than this. */
const slowMs = 500;
/** A machine that is busy with other things is slow once or twice, and not every time. */
const slowTimes = 3;

/** What is wrong with what a target did with an input, in one line; null where nothing is. */
export function judge(target: Target, input: Uint8Array): string | null {
  for (let time = 1; ; time++) {
    const started = performance.now();
    const fault = faultOf(target, input);
    if (fault !== null || performance.now() - started < slowMs) return fault;
    if (time === slowTimes) return `Slow: it takes more than ${slowMs} ms.`;
  }
}

function faultOf(target: Target, input: Uint8Array): string | null {
  try {
    target.check(input);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
