import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noDeadNames } from './tidy/dead-names.ts';
import { noDeadPaths } from './tidy/dead-paths.ts';
import { noPythonCircles } from './tidy/python-circles.ts';
import { readRepository, type Rule } from './tidy/repository.ts';
import { tableOwner } from './tidy/table-owner.ts';
import { exactVersions, noNotesToSelf, noRegistry, usualLength } from './tidy/text-rules.ts';

/** The repository's own rules: what STYLE.md asks for and no linter can see. */
const rules: readonly Rule[] = [
  tableOwner,
  exactVersions,
  noRegistry,
  noNotesToSelf,
  noDeadNames,
  noDeadPaths,
  noPythonCircles,
  usualLength,
];

/** Reads the repository at `root` and says, a line each, what breaks a rule; an empty list means that it is tidy. */
export function tidy(root: string): string[] {
  const repository = readRepository(root);
  return rules.flatMap((rule) => rule(repository));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = tidy(join(import.meta.dirname, '..'));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
