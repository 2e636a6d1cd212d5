/** The limits of a person's stored parts. */
export interface KeptLimits {
  /** The rooms that exist; null if unknown. */
  readonly rooms: ReadonlySet<string> | null;
  /** Parts stored before this time, in milliseconds, are removed. */
  readonly since: number;
  /** The maximum number of stored rooms. */
  readonly most: number;
}

/** Returns the names of the parts to remove: parts that are too old, rooms that no longer exist, and the oldest rooms above the maximum. */
export function beyondLimits(
  oldestFirst: readonly string[],
  tooOld: number,
  { rooms, most }: Pick<KeptLimits, 'rooms' | 'most'>,
): readonly string[] {
  const isRoom = (name: string) => name.startsWith('cnv_');
  const there = oldestFirst.slice(tooOld).filter((name) => !isRoom(name) || (rooms?.has(name) ?? true));
  const stay = new Set([...there.filter((name) => !isRoom(name)), ...there.filter(isRoom).slice(-most)]);
  return oldestFirst.filter((name) => !stay.has(name));
}
