/** Milliseconds, or a number with its unit: `250ms`, `10s`, `5m`, `24h`, `7d`; several add up, as in `1h 30m`. */
export type Duration = number | string;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const part = /(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g;
/** Two years, which is longer than anything that the platform keeps time of. */
const longestMs = 731 * 86_400_000;

/**
 * A duration in milliseconds.
 *
 * @throws TypeError for what is none, is negative, or is longer than two years.
 */
export function milliseconds(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : sumOf(duration);
  if (Number.isFinite(ms) && ms >= 0 && ms <= longestMs) return ms;
  throw new TypeError(
    `${JSON.stringify(duration)} is no duration of at most two years: write milliseconds, or a unit as in '24h', '5m' or '1h 30m'.`,
  );
}

function sumOf(text: string): number {
  if (text.trim() === '' || text.replace(part, '').trim() !== '') return NaN;
  return [...text.matchAll(part)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? NaN),
    0,
  );
}
