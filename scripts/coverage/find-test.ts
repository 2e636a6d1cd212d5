import type { Repository } from '../tidy/repository.ts';
import { testTitles, within } from './test-titles.ts';

/** A test that is there. */
export interface FoundTest {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly title: string;
}

/**
 * The one test that `name` means: the end of its file's path without `.test.ts`, then the title, with as many of the titles of
 * the groups around it as tell it from others, and for a test with a table perhaps one of its cases: `sse › %j is refused [a b]`.
 * Throws where there is none or more than one, and where the file does not have the case.
 */
export function findTest(repository: Repository, name: string): FoundTest {
  const [, whole = name, oneCase] = /^(.*?)(?: \[([^[\]]+)\])?$/s.exec(name) ?? [];
  const [file = '', ...title] = whole.split(within);
  const path = only(
    repository.paths.filter((candidate) => endsWith(candidate.replace(/\.test\.tsx?$/, '.test'), `${file}.test`, '/')),
    `The test file of "${name}"`,
  );
  if (oneCase !== undefined && !quotes.some((quote) => repository.read(path).includes(quote + oneCase + quote)))
    throw new Error(`The case of "${name}" is not there.`);
  const titles = testTitles(repository.syntax(path));
  const asked = title.join(within);
  const matching = titles.filter((candidate) => endsWith(candidate, asked, within));
  const found = only(matching, `The test "${name}"`);
  return { path, title: oneCase === undefined ? found : `${found} (${oneCase})` };
}

const quotes = ["'", '"', '`'];

function endsWith(text: string, end: string, separator: string): boolean {
  return text === end || text.endsWith(`${separator}${end}`);
}

function only(candidates: readonly string[], what: string): string {
  const [first, second] = candidates;
  if (first === undefined) throw new Error(`${what} is not there.`);
  if (second !== undefined) throw new Error(`${what} is not the only one: ${candidates.join('; ')}.`);
  return first;
}
