/** Letters per allowed mistake. A name with more mistakes counts as another word. */
const lettersPerSlip = 3;
/** Input comes from untrusted callers; a longer name gets no suggestion. */
const longestName = 100;

/** Returns the name that a misspelt one probably means, or null if none is close enough. */
export function closestName(written: string, names: readonly string[]): string | null {
  if (written.length > longestName) return null;
  const [best] = names
    .map((name) => ({ name, slips: slipsBetween(written, name) }))
    .toSorted((one, other) => one.slips - other.slips);
  const most = Math.min(4, Math.floor(written.length / lettersPerSlip));
  return best !== undefined && best.slips <= most ? best.name : null;
}

/** Counts the letters that are missing, superfluous, wrong, or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
