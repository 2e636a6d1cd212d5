/**
 * The characters of names and other texts of one line. Invisible characters and ones that change the direction of writing make one name
 * look like another, so they are refused, except where a script or an emoji needs them.
 */

/** Scripts with joining letters: a joiner or a non-joiner between two of them is part of the spelling. */
const joining = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr'],
  ...['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** Invisible characters that are allowed after certain visible ones. */
const inPlace = [
  // The flag of a region: a black flag, tag letters, and the tag terminator.
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mong})(?<!\\p{Default_Ignorable_Code_Point})[\\u180b-\\u180f]',
  `(?<=[${joining}])(?<!\\p{Default_Ignorable_Code_Point})[\\u200c\\u200d](?=[${joining}])(?!\\p{Default_Ignorable_Code_Point})`,
  // The older spelling of a Malayalam letter at the end of a word.
  '(?<=\\u0d4d)\\u200d',
].join('|');

const unseen =
  '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]';

const stray = new RegExp(`(${inPlace})|${unseen}`, 'gu');

/** Returns whether a text holds a control character, a character that changes the direction of writing, or an invisible one. */
export function hasStrayCharacter(text: string): boolean {
  for (const [, needed] of text.matchAll(stray)) if (needed === undefined) return true;
  return false;
}

/** Returns a text as NFC, without the characters that `hasStrayCharacter` finds. */
export function withoutStray(text: string): string {
  return normalized(text, 'NFC').replace(stray, (_whole, needed: string | undefined) => needed ?? '');
}

/** Returns a text as one line: without stray characters, and with a single space in place of each line break or run of white space. */
export function cleanLine(text: string): string {
  return withoutStray(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
}

/** Returns whether a text shows nothing. The blank Braille pattern (U+2800) is not white space but looks like it. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** The maximum number of combining marks in a row in a name; more would overlap the lines above and below. */
const marksMax = 4;
const markPile = new RegExp(`\\p{M}{${marksMax + 1}}`, 'u');

/** Returns whether a text in NFC has more combining marks in a row than a name may have. */
export function pilesMarks(text: string): boolean {
  return markPile.test(text);
}

/**
 * Normalizes a text to NFC or NFKC, in time proportional to its length. Ordering a run of combining marks takes quadratic time, so a run
 * longer than in any language is split by an invisible joiner (U+034F), as the stream-safe format of UAX 15 does.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(longRun, '$&\u034f').normalize(form);
}

/** Thirty characters that are combining marks, or decompose to some, before one more. */
const longRun = /[\p{M}\u0e33\u0eb3\uff9e\uff9f]{30}(?=[\p{M}\u0e33\u0eb3\uff9e\uff9f])/gu;
