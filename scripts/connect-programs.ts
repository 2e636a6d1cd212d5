import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './generated-file.ts';

const transports = ['relay', 'webhook'] as const;
const languages = { typescript: 'ts', python: 'py', curl: 'sh' } as const;

/** The programs that the app shows to whoever connects an agent, out of `examples/connect`, where the guide takes them too. */
export const connectPrograms: GeneratedFile = {
  path: 'packages/web/src/features/agents/snippets/programs.ts',
  async generate() {
    const rows = Object.entries(languages).map(async ([language, ending]) => {
      const texts = await Promise.all(transports.map((transport) => sample(`${transport}.${ending}`)));
      return { language, ...inCommon(texts as [string, string]) };
    });
    const whole = await Promise.all(rows);
    const heads = whole.flatMap(({ language, head }) => (head === '' ? [] : `const ${language} = ${literal(head)};\n`));
    const members = transports.map((transport, index) => {
      const programs = whole.map(
        ({ language, head, rests }) =>
          `    ${language}: ${head === '' ? '' : `${language} + `}${literal(rests[index] ?? '')},`,
      );
      return `  ${transport}: {\n${programs.join('\n')}\n  },`;
    });
    return `${top}\n${heads.join('\n')}\n${middle}\n${members.join('\n')}\n};\n`;
  },
};

const top = `import type { Agent } from '@parley/protocol';

// Generated from examples/connect: run \`npx tsx scripts/generated.ts --write\`. What two programs have in common stands here once.`;

const middle = `/** The first program of an agent, by transport and language. */
// prettier-ignore
export const programs: Readonly<Record<Agent['transport'], Readonly<Record<'typescript' | 'python' | 'curl', string>>>> = {`;

const sample = (name: string) => readFile(join(import.meta.dirname, '..', 'examples/connect', name), 'utf8');

/** The lines with which two texts begin, and how each goes on. */
function inCommon([one, other]: [string, string]): { readonly head: string; readonly rests: readonly string[] } {
  const [first, second] = [one.split('\n'), other.split('\n')];
  const differs = first.findIndex((line, index) => line !== second[index]);
  const count = differs === -1 ? first.length : differs;
  const head = first
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('');
  return { head, rests: [first, second].map((lines) => lines.slice(count).join('\n')) };
}

function literal(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}
