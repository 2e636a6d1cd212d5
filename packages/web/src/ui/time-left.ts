const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long it is until a moment, rounded down to its biggest unit.
 *
 * @example timeLeft('2026-03-02T09:00:00.000Z', new Date('2026-03-01T10:00:00Z')) // '23 h left'
 */
export function timeLeft(iso: string, now: Date): string {
  const ms = Date.parse(iso) - now.getTime();
  if (ms <= 0) return 'over';
  if (ms < minuteMs) return 'less than a minute left';
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min left`;
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h left`;
  return `${Math.floor(ms / dayMs)} days left`;
}
