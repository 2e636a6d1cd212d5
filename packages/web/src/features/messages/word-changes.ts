/** A part of a text that two versions share, or that only one of them has. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this many pairs of words, everything between the common ends counts as changed. */
const pairsMax = 1_000_000;

/** Returns what was removed from a text and what was added to it, word by word. */
export function wordChanges(before: string, after: string): readonly WordChange[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]);
}

function between(old: readonly string[], now: readonly string[]): WordChange[] {
  if (old.length * now.length > pairsMax) {
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ];
  }
  const lengths = commonLengths(old, now);
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [word = '', other = ''] = [old[i], now[j]];
    if (i < old.length && j < now.length && word === other) {
      changes.push({ kind: 'same', text: word });
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j === now.length || lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))) {
      changes.push({ kind: 'removed', text: word });
      i += 1;
    } else {
      changes.push({ kind: 'added', text: other });
      j += 1;
    }
  }
  return changes;
}

/** Returns for each pair of places how many words the rests of the two lists have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint16Array;
      row[j] =
        old[i] === now[j]
          ? lengthAt(rows, i + 1, j + 1) + 1
          : Math.max(lengthAt(rows, i + 1, j), lengthAt(rows, i, j + 1));
    }
  }
  return rows;
}

function lengthAt(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

/** Splits a text into words and the spaces between them, so that the parts make up the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** Joins neighbours of one kind. */
function joined(changes: readonly WordChange[]): readonly WordChange[] {
  const parts: WordChange[] = [];
  for (const change of changes) {
    const last = parts.at(-1);
    if (change.text === '') continue;
    if (last?.kind === change.kind) parts[parts.length - 1] = { kind: last.kind, text: last.text + change.text };
    else parts.push(change);
  }
  return parts;
}
