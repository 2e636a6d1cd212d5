/** A last line that is only the beginning of markup: a bullet, a number, heading marks, or the line under a heading. */
const bareMark = /(?:^|\n)[ \t]*(?:[-=*+]{1,3}|\d{1,3}[.)]|#{1,6}|>|`{1,2}|\|[-:| ]*)[ \t]*$/u;
const fence = /^ {0,3}(?:`{3,}|~{3,})/gmu;
const halfLink = /!?\[([^\][\n]*)\]\([^()\s]*$/u;

/**
 * Closes markup that is still open at the end of a growing text, so that the text does not show raw marks first and change its look later.
 *
 * @example closeHalfOpen('It is **very impor') // 'It is **very impor**'
 */
export function closeHalfOpen(text: string): string {
  if ((text.match(fence)?.length ?? 0) % 2 === 1) return text;
  const shown = text.replace(bareMark, '').replace(halfLink, '$1').trimEnd();
  const start = Math.max(shown.lastIndexOf('\n\n') + 2, shown.lastIndexOf('\n- '), shown.lastIndexOf('\n* '), 0);
  const marks = openMarks(shown.slice(start === 1 ? 0 : start));
  return shown.slice(0, shown.length - marks.bare) + marks.closers;
}

interface OpenMarks {
  readonly closers: string;
  /** The number of characters at the end that open markup without content yet. */
  readonly bare: number;
}

function openMarks(tail: string): OpenMarks {
  const open: string[] = [];
  for (let at = 0; at < tail.length; at += 1) {
    const character = tail[at] ?? '';
    if (character === '\\') at += 1;
    if (!'`*_~'.includes(character)) continue;
    const run = runAt(tail, at);
    const behind = tail[at + run.length];
    if (behind === undefined && !closes(open, run)) return { closers: closersOf(open), bare: run.length };
    if (character === '`') {
      const end = tail.indexOf(run, at + run.length);
      if (end < 0) return { closers: run + closersOf(open), bare: 0 };
      at = end + run.length - 1;
      continue;
    }
    follow(open, run, tail[at - 1], behind);
    at += run.length - 1;
  }
  return { closers: closersOf(open), bare: 0 };
}

/** Updates the open marks for a run of marks: the run closes an equal open run, or opens a new one if text follows. */
function follow(open: string[], run: string, before: string | undefined, behind: string | undefined): void {
  const isWord = (character: string | undefined) => character !== undefined && /\S/u.test(character);
  if (isWord(before) && closes(open, run)) open.splice(open.lastIndexOf(run));
  else if (isWord(behind) && !(run.startsWith('_') && /[\p{L}\p{N}]/u.test(before ?? ''))) open.push(run);
}

const closes = (open: readonly string[], run: string) => open.includes(run);
const closersOf = (open: readonly string[]) => open.toReversed().join('');

function runAt(text: string, at: number): string {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return text.slice(at, end);
}
