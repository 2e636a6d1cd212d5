import { normalized } from '@parley/protocol';

/** A word of a text, or a run of characters in a script without spaces between words. */
export interface Unit {
  /** In the form that is compared: NFKC, lower case, without invisible characters. */
  readonly folded: string;
  readonly isRun: boolean;
  /** Offset in the text. */
  readonly at: number;
}

/** A term of a query. Words match whole, the last word also as a prefix; a run matches anywhere in another run. */
export interface Term {
  readonly folded: string;
  readonly isRun: boolean;
  readonly isPrefix: boolean;
}

/** Letters, digits, and marks that belong to them. A pictograph is a word of its own, as is a flag of two letters. */
const words = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+|\p{Extended_Pictographic}|\p{RI}{1,2}/gu;
const spaceless =
  'ー\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const onlySpaceless = new RegExp(`^[${spaceless}]+$`, 'u');
const noneSpaceless = new RegExp(`^[^${spaceless}]+$`, 'u');
const parts = new RegExp(`([${spaceless}]+)|[^${spaceless}]+`, 'gu');
/** Most words consist of plain letters and need no folding. */
const plain = /^[a-z0-9]+$/;

/** Returns the words of a text, in time proportional to its length. */
export function* unitsOf(text: string): Iterable<Unit> {
  const seen = new Map<string, readonly Unit[]>();
  for (const { 0: word, index } of text.matchAll(words)) {
    const lower = word.toLowerCase();
    if (plain.test(lower)) yield { folded: lower, isRun: false, at: index };
    else for (const { folded, isRun, at } of unitsIn(word, seen)) yield { folded, isRun, at: index + at };
  }
}

/** Maximum number of different words whose folded forms are kept while a text is read. */
const seenMax = 1000;

/** Folds a word and splits it into units, or returns those of an earlier occurrence: folding takes most of the time. */
function unitsIn(word: string, seen: Map<string, readonly Unit[]>): readonly Unit[] {
  const known = seen.get(word);
  if (known !== undefined) return known;
  const units = partsOf(word)
    .map(({ text, isRun, at }) => ({ folded: fold(text), isRun, at }))
    .filter(({ folded }) => folded !== '');
  if (seen.size < seenMax && word.length <= shortText) seen.set(word, units);
  return units;
}

interface Part {
  readonly text: string;
  readonly isRun: boolean;
  readonly at: number;
}

/** Splits a word into runs with and without spaces. Most words are one part and need no split. */
function partsOf(word: string): readonly Part[] {
  if (noneSpaceless.test(word)) return [{ text: word, isRun: false, at: 0 }];
  if (onlySpaceless.test(word)) return [{ text: word, isRun: true, at: 0 }];
  return Array.from(word.matchAll(parts), ({ 0: text, 1: run, index }) => ({
    text,
    isRun: run !== undefined,
    at: index,
  }));
}

export function termsOf(query: string): Term[] {
  const units = [...unitsOf(query)];
  const terms = units.map(({ folded, isRun }, index) => ({ folded, isRun, isPrefix: index === units.length - 1 }));
  // Removes duplicate terms.
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/**
 * Returns the offset of the first hit if a text matches all terms, else null. Takes time proportional to text and
 * query: words are looked up in a set, and each run of the query is searched in all runs of the text at once.
 */
export function findHit(text: string, terms: readonly Term[]): number | null {
  const wanted = new Set(terms.flatMap((term) => (isWhole(term) ? [term.folded] : [])));
  const prefix = terms.find((term) => !term.isRun && term.isPrefix)?.folded;
  const isRunWanted = terms.some((term) => term.isRun);
  let isPrefixMissing = prefix !== undefined;
  let first = Infinity;
  const runs: Unit[] = [];
  for (const unit of unitsOf(text)) {
    if (unit.isRun) {
      if (isRunWanted) runs.push(unit);
      continue;
    }
    if (wanted.delete(unit.folded)) first = Math.min(first, unit.at);
    if (isPrefixMissing && unit.folded.startsWith(prefix ?? '')) {
      isPrefixMissing = false;
      first = Math.min(first, unit.at);
    }
    if (wanted.size === 0 && !isPrefixMissing && !isRunWanted) return first;
  }
  if (wanted.size > 0 || isPrefixMissing) return null;
  const inRuns = firstInRuns(
    runs,
    terms.filter((term) => term.isRun),
  );
  return inRuns === null ? null : Math.min(first, inRuns);
}

const isWhole = (term: Term) => !term.isRun && !term.isPrefix;

/** Returns the offset of the first hit if each term occurs in one of the runs, else null. */
function firstInRuns(runs: readonly Unit[], terms: readonly Term[]): number | null {
  const joined = runs.map((run) => run.folded).join(' ');
  let place = Infinity;
  for (const term of terms) {
    const found = joined.indexOf(term.folded);
    if (found < 0) return null;
    place = Math.min(place, found);
  }
  let begin = 0;
  for (const run of runs) {
    const end = begin + run.folded.length;
    if (place < end) return run.at + place - begin;
    begin = end + 1;
  }
  return place;
}

/** Longer texts may contain a sequence of marks that must be split before normalization. */
const shortText = 30;
const unseen = /\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]/u;
const allUnseen = new RegExp(unseen, 'gu');

function fold(text: string): string {
  let folded = text.length <= shortText ? compatible(text) : split(text);
  if (folded.includes('ς')) folded = folded.replaceAll('ς', 'σ');
  // `İ` becomes `i` with a dot above in lower case, but people type it without the dot.
  if (folded.includes('i\u0307')) folded = folded.replaceAll('i\u0307', 'i');
  return unseen.test(folded) ? folded.replace(allUnseen, '') : folded;
}

const compatible = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC');
const split = (text: string) => normalized(normalized(text, 'NFKC').toLowerCase(), 'NFKC');
