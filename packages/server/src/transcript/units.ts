/** A word of a text, or a run of a script that is written without spaces between words. */
export interface Unit {
  /** As it is compared: NFKC, lower-case, without characters that nobody sees. */
  readonly folded: string;
  readonly isRun: boolean;
  /** Where it begins in the text. */
  readonly at: number;
}

/** What a query asks for: each of its words as a whole, the last as the beginning of one; a run anywhere in another. */
export interface Term {
  readonly folded: string;
  readonly isRun: boolean;
  readonly isPrefix: boolean;
}

/** Letters, digits and what belongs to them; a picture is a word by itself, a flag's two letters too. */
const words = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+|\p{Extended_Pictographic}|\p{RI}{1,2}/gu;
const spaceless =
  'ー\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const parts = new RegExp(`([${spaceless}]+)|[^${spaceless}]+`, 'gu');
/** Most words are of plain letters, and need no closer look. */
const plain = /^[a-z0-9]+$/;

export function* unitsOf(text: string): Iterable<Unit> {
  for (const word of text.matchAll(words)) {
    const lower = word[0].toLowerCase();
    if (plain.test(lower)) {
      yield { folded: lower, isRun: false, at: word.index };
      continue;
    }
    for (const part of word[0].matchAll(parts)) {
      const folded = fold(part[0]);
      if (folded !== '') yield { folded, isRun: part[1] !== undefined, at: word.index + part.index };
    }
  }
}

export function termsOf(query: string): Term[] {
  const units = [...unitsOf(query)];
  return units.map(({ folded, isRun }, index) => ({ folded, isRun, isPrefix: index === units.length - 1 }));
}

/** Where the first hit is, where a text has all that is asked for; null where it has not. */
export function findHit(text: string, terms: readonly Term[]): number | null {
  let first: number | null = null;
  const missing = new Set(terms);
  for (const unit of unitsOf(text)) {
    for (const term of terms) {
      const inUnit = placeIn(unit, term);
      if (inUnit < 0) continue;
      first ??= unit.at + inUnit;
      missing.delete(term);
    }
    if (missing.size === 0) return first;
  }
  return null;
}

function placeIn({ folded, isRun }: Unit, term: Term): number {
  if (isRun !== term.isRun) return -1;
  if (isRun) return folded.indexOf(term.folded);
  return (term.isPrefix ? folded.startsWith(term.folded) : folded === term.folded) ? 0 : -1;
}

function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll('ς', 'σ')
      // `İ` is `i` with a dot above in lower case, and typed without one.
      .replaceAll('i\u0307', 'i')
      .replace(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]/gu, '')
  );
}
