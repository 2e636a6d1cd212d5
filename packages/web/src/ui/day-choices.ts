/** The days that people choose from for how long something is kept, with the one that was set. */
export function dayChoices(set: number | null, max: number = Infinity): number[] {
  const usual = [1, 7, 30, 90, 365, 730].filter((days) => days <= max);
  return [...new Set(set === null ? usual : [...usual, set])].sort((one, other) => one - other);
}
