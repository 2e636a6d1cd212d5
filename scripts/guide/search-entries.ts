import type { BuiltPage } from './built-page.ts';

/** What the search of the guide knows: the parts of all pages, each as its page's title, its own title, its address and its words. */
export type SearchEntry = readonly [page: string, part: string, address: string, words: string];

export function searchEntries(pages: readonly BuiltPage[], base: string): SearchEntry[] {
  return pages.flatMap(({ title, address, parts }) =>
    parts.map((part): SearchEntry => {
      const [own, fragment] = part.level === 1 ? ['', ''] : [part.title, `#${part.id}`];
      return [title, own, `${base}/${address}${fragment}`, shortened(part.words.trim())];
    }),
  );
}

/** As much as is shown of a part. */
const shown = 700;

/** A long part goes on with the words that it has not had yet, so that it is found by all of them. */
function shortened(words: string): string {
  const end = words.indexOf(' ', shown);
  if (end === -1) return words;
  const had = new Set(words.slice(0, end).split(/\s+/));
  const others = words
    .slice(end)
    .split(/\s+/)
    .filter((word) => !had.has(word) && had.add(word));
  return `${words.slice(0, end)} ${others.join(' ')}`;
}
