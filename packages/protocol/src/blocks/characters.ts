/** Whether a text has more than `max` Unicode code points; looks at no more of it than it must. */
export function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

/**
 * A text on one line: control and direction characters and runs of white space become one space. Where it is longer than
 * `max` Unicode code points it is cut, and its last character is `…`. A pair of surrogates is never torn.
 */
export function oneLine(text: string, max: number): string {
  // A line of `max` characters seldom needs more than this, and the rest of a long text is not worth reading.
  const head = text.slice(0, 8 * max + 64);
  const line = head.replaceAll(breaks, ' ').trim() + (head.length < text.length ? '…' : '');
  return longerThan(line, max) ? cut(line, max) : line;
}

/** White space, control characters, halves of torn pairs, and the marks that make a line read in another order than it was written. */
const breaks = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

function cut(line: string, max: number): string {
  const kept = [...line.slice(0, 2 * max)].slice(0, max);
  if (kept.length === 0) return '';
  kept[kept.length - 1] = '…';
  return kept.join('').replace(/\s+…$/u, '…');
}
