import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserEventTypes } from '@parley/protocol';

const page = readFileSync(join(import.meta.dirname, '../docs/interface.md'), 'utf8');

it('§8 documents every browser event, and no other', () => {
  const [, section = ''] = page.split(/^## Browser events$/m);
  const [table = ''] = section.split(/^## /m);
  const cells = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) *\|/gm)].map(([, cell = '']) => cell);
  const documented = cells.flatMap((cell) => cell.split(', ')).map((name) => name.replaceAll('`', ''));
  expect(documented.toSorted()).toEqual(browserEventTypes.toSorted());
});
