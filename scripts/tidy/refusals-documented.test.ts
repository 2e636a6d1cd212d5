import { expect, it } from 'vitest';
import { refusalsDocumented } from './refusals-documented.ts';
import { subjects } from './test-subjects.ts';

const catalogue = {
  'packages/protocol/src/refusals.ts':
    "export const refusals = { not_found: { status: 404 }, 'rate_limited': { status: 429 } } as const satisfies Catalogue;",
};

it('accepts a page with a row or a heading for every code', () => {
  const page = '| `not_found` | 404 |\n\n### `rate_limited`\n';
  expect(subjects(refusalsDocumented, { ...catalogue, 'docs/errors.md': page })).toEqual([]);
});

it('refuses a code without a description and a description without a code', () => {
  const page = '| `not_found` | see `rate_limited` |\n| `gone` | 410 |\n';
  expect(subjects(refusalsDocumented, { ...catalogue, 'docs/errors.md': page })).toEqual(['rate_limited', 'gone']);
});

it('does not take the reason tokens of a refused block for codes', () => {
  const page = '| `not_found` | 404 |\n| `rate_limited` | 429 |\n\n## Reasons\n\n| `too_long` | shorten it |\n';
  expect(subjects(refusalsDocumented, { ...catalogue, 'docs/errors.md': page })).toEqual([]);
});

it('refuses every code when the page is missing', () => {
  expect(subjects(refusalsDocumented, catalogue)).toEqual(['not_found', 'rate_limited']);
});
