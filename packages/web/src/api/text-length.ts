import { limits } from '@parley/protocol';

/** The number of characters left is shown once fewer than this remain. */
const shownBelow = 500;

export interface TextLength {
  readonly isSendable: boolean;
  /** The number of characters left, negative above the limit; null while it is not shown. */
  readonly left: number | null;
}

/** Measures a text like the server, in Unicode code points. */
export function measureText(text: string): TextLength {
  // A code point takes one or two UTF-16 units, so only a long text has to be counted.
  const length = text.length < limits.messageCharacters - shownBelow ? text.length : [...text].length;
  const left = limits.messageCharacters - length;
  return { isSendable: text.trim() !== '' && left >= 0, left: left < shownBelow ? left : null };
}
