import { join } from 'node:path';
import { openRepository, type Repository } from '../tidy/repository.ts';
import { findTest } from './find-test.ts';
import { readSections, type Section } from './sections.ts';

/** The page as it is kept in the repository, made from the lines beside this file. */
export const coverageFile = {
  path: 'docs/coverage.md',
  generate: async (): Promise<string> =>
    coveragePage(openRepository(join(import.meta.dirname, '../..')), readSections(join(import.meta.dirname, 'lines'))),
};

const introduction = `# Coverage

What the contract says, line by line, and the tests that hold it. Made from [\`scripts/coverage/lines\`](../scripts/coverage/lines)
by \`npx tsx scripts/generated.ts --write\`; \`npm run check\` refuses this page when a line has no test, or names one that is not
there. A title with \`%s\`, \`%j\` or \`$name\` stands for one test for each case of its table. Paths are below \`packages\`.
`;

/** The page for these sections. Throws one error that says of every test that is named and not there. */
export function coveragePage(repository: Repository, sections: readonly Section[]): string {
  const problems: string[] = [];
  const paths = new Map<string, string>();
  const link = (name: string): string => {
    try {
      const { path, title } = findTest(repository, name);
      paths.set(shortPath(path), path);
      return `[${shortPath(path)}]: ${escape(title)}`;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return '';
    }
  };
  const tables = sections.map((section) => sectionText(section, link));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const targets = [...paths].sort().map(([name, path]) => `[${name}]: ../${path}\n`);
  return [introduction, ...tables, targets.join('')].join('\n');
}

function sectionText({ title, lines }: Section, link: (name: string) => string): string {
  const rows = [...lines].map(([line, tests]) => `| ${escape(line)} | ${tests.map(link).join('<br>')} |`);
  return [`## ${title}`, '', '<!-- prettier-ignore -->', '| Line | Held by |', '| --- | --- |', ...rows, ''].join('\n');
}

function shortPath(path: string): string {
  return path
    .replace(/^packages\//, '')
    .replace('/src/', '/')
    .replace(/\.test\.tsx?$/, '');
}

/** Keeps a text from ending its cell or being read as markup; what stands between backticks is markup already. */
function escape(text: string): string {
  const parts = text.split('`');
  const escaped = parts.map((part, index) => part.replace(index % 2 === 0 ? /[|<>*_]/g : /\|/g, '\\$&'));
  return escaped.join('`');
}
