import { isTable } from './is-table.ts';
import { countLines } from './lines.ts';
import { isMeasured } from './paths.ts';
import type { Repository } from './repository.ts';
import type { Finding, Rule } from './rule.ts';

const medianAtMost = 60;
const nineTenthsUnder = 200;
const longest = 300;

/** Files stay small: one idea each. Tables and migrations are exempt, since they grow by rows and not by ideas. */
export const fileLength: Rule = {
  name: 'file-length',
  check(repository) {
    const files = measured(repository);
    const lengths = files.map((file) => file.lines).toSorted((a, b) => a - b);
    return [
      ...files.filter((file) => file.lines > longest).map((file) => tooLong(file.path, file.lines)),
      ...aboveQuantile(lengths, 0.5, medianAtMost, 'median'),
      ...aboveQuantile(lengths, 0.9, nineTenthsUnder - 1, 'nine tenths'),
    ];
  },
};

function measured(repository: Repository): { path: string; lines: number }[] {
  return repository.paths
    .filter((path) => isMeasured(path) && !isTable(repository.syntax(path)))
    .map((path) => ({ path, lines: countLines(repository.read(path)) }));
}

function tooLong(path: string, lines: number): Finding {
  return {
    subject: path,
    amount: lines,
    message: `has ${lines} lines; a file has at most ${longest}. Split it by idea.`,
  };
}

function aboveQuantile(sorted: number[], share: number, bound: number, label: string): Finding[] {
  const amount = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  if (amount <= bound) return [];
  return [{ subject: label, amount, message: `of all files is ${amount} lines; it may be at most ${bound}.` }];
}
