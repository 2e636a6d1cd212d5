import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bannedNames } from './tidy/banned-names.ts';
import { consoleLog } from './tidy/console-log.ts';
import { exactVersions } from './tidy/exact-versions.ts';
import { fileLength } from './tidy/file-length.ts';
import { functionLength } from './tidy/function-length.ts';
import { noNotesToSelf } from './tidy/no-notes-to-self.ts';
import { noRegistry } from './tidy/no-registry.ts';
import { processEnv } from './tidy/process-env.ts';
import { judgeByRatchet, type Ratchet } from './tidy/ratchet.ts';
import { refusalsDocumented } from './tidy/refusals-documented.ts';
import { openRepository } from './tidy/repository.ts';
import type { Rule } from './tidy/rule.ts';
import { tableOwner } from './tidy/table-owner.ts';

/** The repository's own rules, as STYLE.md explains them. */
export const rules: readonly Rule[] = [
  fileLength,
  functionLength,
  bannedNames,
  processEnv,
  consoleLog,
  tableOwner,
  refusalsDocumented,
  noRegistry,
  exactVersions,
  noNotesToSelf,
];

/** Reads the repository at `root` and says, a line each, what breaks a rule; an empty list means that it is tidy. */
export function tidy(root: string): string[] {
  const repository = openRepository(root);
  const ratchet = JSON.parse(readFileSync(join(root, 'scripts/tidy-ratchet.json'), 'utf8')) as Ratchet;
  return rules.flatMap((rule) => judgeByRatchet(rule.name, rule.check(repository), ratchet));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = tidy(join(import.meta.dirname, '..'));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
