import type { Rule } from './rule.ts';

const readable =
  /^(packages|examples|scripts|bench|fuzz|tests|docs|conformance)\/.*\.(ts|tsx|js|cjs|css|html|md)$|^[^/]+\.(md|ts|js|cjs)$/;
// Put together from halves, so that this file does not accuse itself.
const note = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`, 'g');

/** Unfinished work belongs in the issue tracker, where somebody sees it. */
export const noNotesToSelf: Rule = {
  name: 'no-notes-to-self',
  check(repository) {
    return repository.paths
      .filter((path) => readable.test(path))
      .map((path) => ({ path, amount: repository.read(path).match(note)?.length ?? 0 }))
      .filter(({ amount }) => amount > 0)
      .map(({ path, amount }) => ({ subject: path, amount, message: 'holds a note to self; do it or open an issue.' }));
  },
};
