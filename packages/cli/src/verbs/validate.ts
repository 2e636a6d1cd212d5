import { exitCodes, usage } from '../failure.ts';
import { output } from '../output.ts';
import { readJsonFile } from '../read-json-file.ts';
import type { DocumentKind, Problem } from '../validate/problem.ts';
import { validateDocument } from '../validate/validate-document.ts';
import type { VerbOptions } from '../context.ts';

export interface ValidateOptions extends VerbOptions {
  readonly as?: string;
}

const kinds: readonly DocumentKind[] = ['blocks', 'manifest', 'envelope'];

/** Checks a file and says what is wrong with it; the exit code is 1 where anything is. No server is asked. */
export async function validate(file: string, options: ValidateOptions): Promise<void> {
  const out = output(options.json === true);
  const as = kinds.find((kind) => kind === options.as);
  if (options.as !== undefined && as === undefined) {
    throw usage('kind_invalid', `"${options.as}" is nothing that can be validated.`, `Use one of ${kinds.join(', ')}.`);
  }
  const verdict = validateDocument(await readJsonFile(file), as);
  out.result({ file, ...verdict }, verdict.problems.map(told).join('\n'));
  if (verdict.valid) out.note(`${file} is valid (${verdict.kind}).`);
  else process.exitCode = exitCodes.fault;
}

function told({ pointer, reason, message, hint, example }: Problem): string {
  const lines = [`${pointer === '' ? '(the whole)' : pointer}  ${reason}: ${message}`, `  hint: ${hint}`];
  if (example !== null) lines.push(`  example: ${JSON.stringify(example)}`);
  return lines.join('\n');
}
