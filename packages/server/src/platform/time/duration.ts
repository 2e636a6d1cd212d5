const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration of a setting: a whole number and `s`, `m`, `h` or `d`, such as `30m`. Returns milliseconds. */
export function parseDuration(setting: string, text: string): number {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  if (!match) throw new Error(`${setting} takes durations such as 30s, 5m, 2h or 1d, not ${JSON.stringify(text)}.`);
  return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}
