import { sampleRepository } from './repository.ts';
import type { Rule } from './rule.ts';

/** The subjects a rule objects to in a repository made of the given texts. */
export function subjects(rule: Rule, texts: Readonly<Record<string, string>>): string[] {
  return rule.check(sampleRepository(texts)).map((finding) => finding.subject);
}

/** Code of so many lines. */
export function linesOfCode(count: number): string {
  return 'work();\n'.repeat(count);
}
