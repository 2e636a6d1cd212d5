/** Returns whether a text has more than `max` Unicode code points. Reads no more of the text than necessary. */
export function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

/**
 * Returns a text as one line: each run of control characters, direction characters and white space becomes one space. Cuts a text that is
 * longer than `max` Unicode code points, so that `…` is its last character. Never splits a surrogate pair.
 */
export function oneLine(text: string, max: number): string {
  // A line of `max` characters seldom needs more input than this; the rest of a long text is not read.
  const head = text.slice(0, 8 * max + 64);
  const line = head.replaceAll(breaks, ' ').trim() + (head.length < text.length ? '…' : '');
  return longerThan(line, max) ? cut(line, max) : line;
}

/** White space, control characters, unpaired surrogates, and the characters that change the direction of a line. */
const breaks = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

function cut(line: string, max: number): string {
  const kept = [...line.slice(0, 2 * max)].slice(0, max);
  if (kept.length === 0) return '';
  kept[kept.length - 1] = '…';
  return kept.join('').replace(/\s+…$/u, '…');
}
