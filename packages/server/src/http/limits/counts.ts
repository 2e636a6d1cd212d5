/** Counts per name and in total. A name with count zero uses no memory. */
export interface Counts {
  readonly total: number;
  of(name: string): number;
  add(name: string): void;
  remove(name: string): void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  let total = 0;
  const change = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by;
    total += by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  return {
    get total() {
      return total;
    },
    of: (name) => counts.get(name) ?? 0,
    add: (name) => change(name, 1),
    remove: (name) => change(name, -1),
  };
}
