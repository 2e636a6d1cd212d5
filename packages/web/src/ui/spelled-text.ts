/** A piece of a text: visible text, or the code of an invisible character with its number of repetitions. */
export type SpelledPart = string | { readonly code: string; readonly count: number; readonly endsLine: boolean };

/** White space other than the plain space, and characters that are invisible, change the direction or have no defined look. */
const hidden = '(?! )[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]';
/** Joiners and variation selectors that are part of an emoji. */
const ofEmoji =
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)' +
  '|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})';
/** A combining mark after four others on one letter; such marks would overlap other lines. */
const piled = '(?<=\\p{M}{4})\\p{M}';

const shownAsCode = new RegExp(`(?!${ofEmoji})(${hidden}|${piled})\\1*`, 'gu');

/**
 * Splits a text so that every character is visible. Replaces invisible characters, line breaks, direction controls and stacked marks with
 * their codes.
 *
 * @example spellText('a\u202eb') // ['a', { code: 'U+202E', count: 1, endsLine: false }, 'b']
 */
export function spellText(text: string): SpelledPart[] {
  const parts: SpelledPart[] = [];
  let end = 0;
  for (const { 0: run, 1: character = '', index } of text.matchAll(shownAsCode)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ code: codeOf(character), count: run.length / character.length, endsLine: character === '\n' });
    end = index + run.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Does the same as one string, for attributes. */
export function spelled(text: string): string {
  return spellText(text)
    .map((part) => (typeof part === 'string' ? part : `[${labelOf(part)}]`))
    .join('');
}

/** @example labelOf({ code: 'U+200B', count: 3, endsLine: false }) // 'U+200B ×3' */
export function labelOf({ code, count }: Exclude<SpelledPart, string>): string {
  return count === 1 ? code : `${code} ×${count}`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
