/**
 * What a name or another text of one line may be made of. What is not seen, or turns the direction of what is, lets one name pass
 * for another, so it is refused, but where a script or an emoji needs it.
 */

/** Scripts whose letters join, where a joiner or a non-joiner between two of them is spelling. */
const joining = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr'],
  ...['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

/** Characters without a look of their own, where they stand as they should: after one that is always taken. */
const inPlace = [
  // A flag of a region: a black flag, letters that are tags, and the end of the tag.
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{sc=Mong})(?<!\\p{Default_Ignorable_Code_Point})[\\u180b-\\u180f]',
  `(?<=[${joining}])(?<!\\p{Default_Ignorable_Code_Point})[\\u200c\\u200d](?=[${joining}])(?!\\p{Default_Ignorable_Code_Point})`,
  // The older spelling of a Malayalam letter that ends a word.
  '(?<=\\u0d4d)\\u200d',
].join('|');

const unseen =
  '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]';

const stray = new RegExp(`(${inPlace})|${unseen}`, 'gu');

/** Whether a text holds a control character, one that turns the direction of writing, or one that nobody sees. */
export function hasStrayCharacter(text: string): boolean {
  for (const [, needed] of text.matchAll(stray)) if (needed === undefined) return true;
  return false;
}

/** A text as NFC, without the characters that `hasStrayCharacter` finds. */
export function withoutStray(text: string): string {
  return text.normalize('NFC').replace(stray, (_whole, needed: string | undefined) => needed ?? '');
}

/** A text as one line: as `withoutStray` has it, with single spaces for line breaks and the like. */
export function cleanLine(text: string): string {
  return withoutStray(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
}

/** Whether a text shows nothing. The blank pattern of Braille is no white space, but looks like it. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

const reserved = ['parley', 'platform'];

/** Whether a name is one of those that the platform itself goes by, whatever its case, its width or the spaces in it. */
export function isReserved(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '');
  return reserved.includes(plain);
}
