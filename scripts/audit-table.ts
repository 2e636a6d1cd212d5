import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditActions } from '@parley/protocol';
import type { GeneratedFile } from './generated-file.ts';

const path = 'docs/audit.md';
const begin = '<!-- actions: made from the protocol by scripts/generated.ts -->';
const end = '<!-- /actions -->';

/** Writes the table of all audited actions between its two marks, and keeps the rest of the page. */
export const auditTable: GeneratedFile = {
  path,
  async generate() {
    const page = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    const [before, rest] = page.split(begin);
    const [, after] = (rest ?? '').split(end);
    if (before === undefined || after === undefined)
      throw new Error(`${path} has lost the marks of its table of actions.`);
    return `${before}${begin}\n<!-- prettier-ignore -->\n${table()}\n\n${end}${after}`;
  },
};

function table(): string {
  const rows = Object.entries(auditActions).map(([name, { target, doc }]) => `| \`${name}\` | ${target} | ${doc} |`);
  return ['| Action | Target | What happened; details besides the target |', '| --- | --- | --- |', ...rows].join('\n');
}
