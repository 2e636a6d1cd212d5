import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blockReasons, refusals } from '@parley/protocol';

const page = readFileSync(join(import.meta.dirname, '../docs/errors.md'), 'utf8');

it('§5 documents every refusal with the status that it has, and with whether it may be retried', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` *\| (\d{3}) *\| (yes|no) /gm)].map(([, code, status, retryable]) => [
    code,
    { status: Number(status), retryable: retryable === 'yes' },
  ]);
  const catalogue = Object.entries(refusals).map(([code, { status, retryable }]) => [code, { status, retryable }]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(catalogue));
});

it('documents every reason that a block can be refused for, and no other', () => {
  const reasons = page.slice(page.indexOf('\n## Reasons'));
  const documented = [...reasons.matchAll(/^\| `(\w+)`/gm)].map(([, reason]) => reason ?? '');
  expect(documented.toSorted()).toEqual(blockReasons.toSorted());
});
