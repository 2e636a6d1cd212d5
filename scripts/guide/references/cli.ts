import type { Command } from 'commander';
import { createProgram } from '../../../packages/cli/src/program.ts';
import type { GeneratedFile } from '../../generated-file.ts';
import { cell } from '../field-rows.ts';

/** Every verb of the command line with what it takes, out of the program's own definitions. */
export const cliReference: GeneratedFile = {
  path: 'docs/guide/reference/cli.md',
  generate: async () => {
    const verbs = createProgram().commands.flatMap((command) => leavesOf(command, 'parley'));
    const sections = verbs.map(({ name, command }) => verbSection(name, command));
    return `${head}\n${sections.join('\n')}`;
  },
};

const head = `# CLI reference

Every verb of \`npx parley\` with its arguments and options. What each does in full is told by [the command line](../../cli.md).

<!-- Generated from the definitions of the verbs: run \`npx tsx scripts/generated.ts --write\`. -->
`;

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
  return `## ${name}

${sentence(command.description())}

\`\`\`sh
${usage}
\`\`\`

| Argument or option | What it is for |
| --- | --- |
${rows.join('\n')}
`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
