import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../../packages/cli/src/program.ts';
import type { GeneratedFile } from '../../generated-file.ts';
import { cell } from '../field-rows.ts';

const path = 'docs/cli.md';
const begin = '<!-- verbs: made from the definitions of the verbs by scripts/generated.ts -->';
const end = '<!-- /verbs -->';

/** Writes every verb of the command line with its arguments between two marks of its page, from the program's own definitions. */
export const cliReference: GeneratedFile = {
  path,
  async generate() {
    const page = await readFile(join(import.meta.dirname, '../../..', path), 'utf8');
    const [before, rest] = page.split(begin);
    const [, after] = (rest ?? '').split(end);
    if (before === undefined || after === undefined) throw new Error(`${path} has lost the marks of its verbs.`);
    const verbs = createProgram().commands.flatMap((command) => leavesOf(command, 'parley'));
    const sections = verbs.map(({ name, command }) => verbSection(name, command));
    return `${before}${begin}\n\n${sections.join('\n')}\n${end}${after}`;
  },
};

function leavesOf(command: Command, parent: string): { readonly name: string; readonly command: Command }[] {
  const name = `${parent} ${command.name()}`;
  return command.commands.length === 0
    ? [{ name, command }]
    : command.commands.flatMap((inner) => leavesOf(inner, name));
}

function verbSection(name: string, command: Command): string {
  const takes = command.registeredArguments.map((argument) => {
    const word = argument.variadic ? `${argument.name()}...` : argument.name();
    return {
      word: argument.required ? `<${word}>` : `[${word}]`,
      about: argument.description,
      usual: argument.defaultValue as unknown,
    };
  });
  const usage = [name, ...takes.map(({ word }) => word), '[options]'].join(' ');
  const shared = (flags: string) => Number(/--(json|base-url)/.test(flags));
  const options = command.options
    .toSorted((one, other) => shared(one.flags) - shared(other.flags))
    .map((option) => ({
      word: option.flags,
      about: option.description,
      usual: option.negate || option.defaultValue === true ? undefined : (option.defaultValue as unknown),
    }));
  const rows = [...takes, ...options].map(({ word, about, usual }) => {
    const fallback =
      usual === undefined ? '' : `; \`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\` unless given`;
    return `| \`${cell(word)}\` | ${cell(about)}${fallback} |`;
  });
  return `### ${name}

${sentence(command.description())}

\`\`\`sh
${usage}
\`\`\`

<!-- prettier-ignore -->
| Argument or option | What it is for |
| --- | --- |
${rows.join('\n')}
`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
