import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routesByConcept } from '@parley/protocol';
import type { GeneratedFile } from './generated-file.ts';

const path = 'docs/interface.md';
const begin = '<!-- routes: made from the rows by scripts/generated.ts -->';
const end = '<!-- /routes -->';

/** Writes the table of all routes between its two marks in the page of the interface, and keeps the rest of the page. */
export const routeTable: GeneratedFile = {
  path,
  async generate() {
    const page = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    const [before, rest] = page.split(begin);
    const [, after] = (rest ?? '').split(end);
    if (before === undefined || after === undefined)
      throw new Error(`${path} has lost the marks of its table of routes.`);
    return `${before}${begin}\n<!-- prettier-ignore -->\n${table()}\n\n${end}${after}`;
  },
};

function table(): string {
  const rows = Object.entries(routesByConcept).flatMap(([concept, { routes }]) =>
    Object.entries(routes).map(([name, { method, path, summary, answer }]) => {
      const call = `[\`${method} ${path}\`](guide/reference/api/${concept}.md#${name.toLowerCase()})`;
      return [concept, call, answer.status, summary.replaceAll('|', '\\|')].join(' | ');
    }),
  );
  const head = ['| About | Call | Answers | What it does |', '| --- | --- | --- | --- |'];
  return [...head, ...rows.map((row) => `| ${row} |`)].join('\n');
}
