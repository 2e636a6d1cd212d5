import type { SearchEntry } from '../search-entries.ts';

export interface Hit {
  readonly entry: SearchEntry;
  /** Words around the first that was found. */
  readonly snippet: string;
}

/** The entries that have every word of the query at the beginning of one of theirs, those first that have them in a title. */
export function find(entries: readonly SearchEntry[], query: string): Hit[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = entries.flatMap((entry) => {
    const score = scoreOf(entry, wanted);
    return score === 0 ? [] : [{ entry, score }];
  });
  hits.sort((one, other) => other.score - one.score);
  return hits.map(({ entry }) => ({ entry, snippet: snippetOf(entry[3], wanted[0] ?? '') }));
}

function scoreOf([page, part, , words]: SearchEntry, wanted: readonly string[]): number {
  const places = [
    { text: part === '' ? page : part, weight: part === '' ? 12 : 8 },
    { text: page, weight: 3 },
    { text: words, weight: 1 },
  ].map(({ text, weight }) => ({ text: text.toLowerCase(), weight }));
  let score = 0;
  for (const word of wanted) {
    const best = Math.max(...places.map(({ text, weight }) => weight * matchOf(text, word)));
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

/** Two where a word is the one that is wanted, one where a word begins with it, nothing where none does. */
function matchOf(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at > 0 && /[a-z0-9]/.test(text[at - 1] ?? '')) continue;
    const isWhole = !/[a-z0-9_]/.test(text[at + word.length] ?? '');
    if (isWhole) return 2;
    best = 1;
  }
  return best;
}

function snippetOf(words: string, wanted: string): string {
  const at = Math.max(0, words.toLowerCase().indexOf(wanted) - 50);
  const begin = at === 0 ? 0 : words.indexOf(' ', at) + 1;
  return `${begin > 0 ? '… ' : ''}${words.slice(begin, begin + 130)}${words.length > begin + 130 ? ' …' : ''}`;
}
